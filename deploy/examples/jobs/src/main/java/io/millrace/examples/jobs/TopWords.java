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
 * The three most frequent words of the last minute, each second. Arguments: a directory of files with lines of a time, a tab, and a text; a directory for
 * results, one for snapshots.
 */
public final class TopWords {

    record Line(long time, String text) {}

    record Word(String word, long time) {}

    private TopWords() {}

    public static void main(String[] args) {
        if (args.length != 3) {
            throw new TopologyException("usage: TopWords LINES-DIR RESULTS-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.files(args[0], Formats.delimited(Line.class, "\t")))
                .eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "words",
                        Bolts.flatMap(Word.class, (line, out) -> {
                            for (String word : line.getString("text").split(" ")) {
                                out.accept(new Word(word, line.getLong("time")));
                            }
                        }),
                        2)
                .localOrShuffle("lines");
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.sliding(Duration.ofSeconds(60), Duration.ofSeconds(1)), "word")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count()),
                        2)
                .fields("words", "word");
        builder.setBolt(
                        "top",
                        Bolts.window(Windows.same()).aggregate("words", Aggregates.top(3, "count", "word", "count")))
                .fields("counts", "from", "to");
        builder.setBolt("out", Sinks.files(args[1])).localOrShuffle("top");
        TopologySubmitter.submit("top-words", builder.build(), Config.exactlyOnce(args[2]));
    }
}
