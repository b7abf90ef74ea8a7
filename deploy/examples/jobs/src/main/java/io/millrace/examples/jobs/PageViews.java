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
import io.millrace.operators.window.Windows;
import java.time.Duration;

/**
 * Views per page and minute, each counted once although workers die, as in the quickstart. Arguments: a directory of files with lines {@code time,page}, a
 * directory for results, one for snapshots.
 */
public final class PageViews {

    record View(long time, String page) {}

    public static void main(String[] args) {
        if (args.length != 3) {
            throw new TopologyException("usage: PageViews VIEWS-DIR RESULTS-DIR STATE-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.files(args[0], Formats.delimited(View.class, ",")))
                .eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofMinutes(1)), "page")
                                .eventTime("time")
                                .aggregate("views", Aggregates.count()))
                .fields("views", "page");
        builder.setBolt("out", Sinks.files(args[1])).shuffle("counts");
        TopologySubmitter.submit("page-views", builder.build(), Config.exactlyOnce(args[2]));
    }
}
