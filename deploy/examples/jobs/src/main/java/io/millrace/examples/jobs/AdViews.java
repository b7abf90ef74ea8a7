// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.table.Tables;
import io.millrace.operators.window.Windows;
import java.time.Duration;

/**
 * The Yahoo Streaming Benchmark: views per campaign and ten seconds, each counted once although workers die. Arguments: where {@link AdEvents} are, a file with
 * lines {@code ad,campaign}, a directory for results, one for snapshots.
 */
public final class AdViews {

    private AdViews() {}

    public static void main(String[] args) {
        if (args.length != 4) {
            throw new TopologyException("usage: AdViews EVENTS ADS-FILE RESULTS-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", AdEvents.from(args[0]), 2).eventTime("event_time", Duration.ofSeconds(2));
        builder.setBolt(
                        "views",
                        Bolts.filter(
                                Fields.of("ad_id", "event_time"),
                                event -> event.getString("event_type").equals("view")),
                        2)
                .localOrShuffle("events");
        builder.setBolt(
                        "campaigns",
                        Bolts.lookup(Tables.file(args[1]).columns("ad", "campaign"), "ad_id")
                                .keeping("event_time"),
                        2)
                .localOrShuffle("views");
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "campaign")
                                .eventTime("event_time")
                                .aggregate("views", Aggregates.count())
                                .aggregate("updated", new LastUpdate()),
                        2)
                .fields("campaigns", "campaign");
        builder.setBolt("out", Sinks.files(args[2])).localOrShuffle("counts");
        TopologySubmitter.submit("ad-views", builder.build(), Config.exactlyOnce(args[3]));
    }
}
