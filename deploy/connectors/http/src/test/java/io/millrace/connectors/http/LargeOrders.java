// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Fields;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.formats.JsonFormat;
import io.millrace.operators.Bolts;

/** The topology of the README. */
final class LargeOrders {

    private LargeOrders() {}

    static Topology topology(int port, String service) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", HttpSource.listen(port).path("/orders").format(JsonFormat.fields("id", "cents")));
        builder.setBolt("large", Bolts.filter(Fields.of("id", "cents"), order -> order.getLong("cents") >= 10_000))
                .localOrShuffle("orders");
        builder.setBolt(
                        "out",
                        HttpSink.put(service + "/large/{id}")
                                .format(JsonFormat.all())
                                .contentType("application/json"))
                .shuffle("large");
        return builder.build();
    }
}
