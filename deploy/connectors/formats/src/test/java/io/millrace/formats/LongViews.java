// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.FormatReader;
import java.time.Instant;

/** The topology of the README. */
final class LongViews {

    private LongViews() {}

    record View(String campaign, String user, Instant time, int millis) {}

    static Topology topology(String events, String results) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.files(events, JsonFormat.of(View.class)));
        builder.setBolt("long", Bolts.filter(Fields.of("campaign", "millis"), view -> view.getInt("millis") >= 1_000))
                .localOrShuffle("views");
        builder.setBolt("out", Sinks.files(results, JsonFormat.all()))
                .blocking()
                .shuffle("long");
        builder.setBolt("bad", Sinks.files(results + "/bad", JsonFormat.fields("error", "origin")))
                .blocking()
                .subscribe("views", FormatReader.MALFORMED, new Grouping.Shuffle());
        return builder.build();
    }
}
