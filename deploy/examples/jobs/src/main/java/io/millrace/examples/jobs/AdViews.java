// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.format.Formats;
import io.millrace.operators.table.Tables;
import io.millrace.operators.window.Windows;
import java.time.Duration;

/**
 * Views per campaign and ten seconds, each counted once although workers die. Arguments: a directory of files with lines {@code ad,time}, a file with lines
 * {@code ad,campaign}, a directory for results, one for snapshots.
 */
public final class AdViews {

    record View(String ad, long time) {}

    private AdViews() {}

    public static void main(String[] args) {
        if (args.length != 4) {
            throw new TopologyException("usage: AdViews VIEWS-DIR ADS-FILE RESULTS-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.files(args[0], Formats.delimited(View.class, ",")))
                .eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "campaigns",
                        Bolts.lookup(Tables.file(args[1]).columns("ad", "campaign"), "ad")
                                .keeping("time"),
                        2)
                .localOrShuffle("views");
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "campaign")
                                .eventTime("time")
                                .aggregate("views", Aggregates.count()),
                        2)
                .fields("campaigns", "campaign");
        builder.setBolt("out", Sinks.files(args[2])).localOrShuffle("counts");
        TopologySubmitter.submit("ad-views", builder.build(), Config.exactlyOnce(args[3]));
    }
}
