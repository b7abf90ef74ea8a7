// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.format.Formats;
import io.millrace.operators.window.Windows;
import java.time.Duration;

/**
 * An alert each second in which the 99th percentile of a service's last ten seconds is above 500 ms. Arguments: a directory of files with lines
 * {@code service,time,millis}, a directory for alerts, one for snapshots.
 */
public final class SlowAlert {

    record Request(String service, long time, double millis) {}

    private SlowAlert() {}

    public static void main(String[] args) {
        if (args.length != 3) {
            throw new TopologyException("usage: SlowAlert REQUESTS-DIR ALERTS-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", Spouts.files(args[0], Formats.delimited(Request.class, ",")))
                .eventTime("time", Duration.ofSeconds(1));
        builder.setBolt(
                        "latencies",
                        Bolts.window(Windows.sliding(Duration.ofSeconds(10), Duration.ofSeconds(1)), "service")
                                .eventTime("time")
                                .aggregate("requests", Aggregates.count())
                                .aggregate("p99", Aggregates.percentile("millis", 99)),
                        2)
                .fields("requests", "service");
        builder.setBolt(
                        "slow",
                        Bolts.filter(
                                Fields.of("service", "to", "requests", "p99"),
                                latency -> latency.getDouble("p99") > 500))
                .localOrShuffle("latencies");
        builder.setBolt("alerts", Sinks.files(args[1])).localOrShuffle("slow");
        TopologySubmitter.submit("slow-alert", builder.build(), Config.exactlyOnce(args[2]));
    }
}
