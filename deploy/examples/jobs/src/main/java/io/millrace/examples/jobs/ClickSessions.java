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
 * Sessions of users, which end when a user has not clicked for half an hour. Arguments: a directory of files with lines {@code user,time,cents}, a directory
 * for results, one for snapshots.
 */
public final class ClickSessions {

    record Click(String user, long time, long cents) {}

    private ClickSessions() {}

    public static void main(String[] args) {
        if (args.length != 3) {
            throw new TopologyException("usage: ClickSessions CLICKS-DIR RESULTS-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("clicks", Spouts.files(args[0], Formats.delimited(Click.class, ",")))
                .eventTime("time", Duration.ofMinutes(1));
        builder.setBolt(
                        "sessions",
                        Bolts.window(Windows.session(Duration.ofMinutes(30)), "user")
                                .eventTime("time")
                                .aggregate("clicks", Aggregates.count())
                                .aggregate("cents", Aggregates.sum("cents"))
                                .aggregate("last", Aggregates.max("time")),
                        2)
                .fields("clicks", "user");
        builder.setBolt("out", Sinks.files(args[1])).localOrShuffle("sessions");
        TopologySubmitter.submit("click-sessions", builder.build(), Config.exactlyOnce(args[2]));
    }
}
