// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.TextTable;
import java.util.Locale;

/**
 * The result of a demonstration.
 *
 * @param seconds from the submission to completion
 * @param preparationSeconds from the start of the command to the submission
 * @param firstTupleMillis from the submission to the first word counted
 */
public record DemoReport(
        int files,
        long lines,
        int passes,
        double seconds,
        double preparationSeconds,
        long firstTupleMillis,
        int workers,
        int workersReplaced,
        LinkCounts links,
        LatencySummary latency,
        Comparison result) {

    static DemoReport of(
            DemoText text,
            int passes,
            double seconds,
            double preparationSeconds,
            long firstTupleMillis,
            Watch watch,
            Comparison comparison) {
        return new DemoReport(
                text.files(),
                text.lines(),
                passes,
                seconds,
                preparationSeconds,
                firstTupleMillis,
                watch.workers().size(),
                watch.replaced(),
                watch.last().links(),
                watch.last().latency(),
                comparison);
    }

    public boolean exact() {
        return result.exact();
    }

    public void print(Terminal terminal) {
        TextTable top = new TextTable("COUNT", "WORD");
        result.top().forEach(word -> top.row(Format.count(word.count()), word.word()));
        terminal.line("");
        terminal.line("top words");
        top.print(terminal);
        terminal.line("");
        terminal.line(String.format(
                Locale.ROOT,
                "completed in %s, the first word after %d ms; latency from the intended emit time: p50 %s, p99 %s,"
                        + " max %s",
                Format.decimal(seconds, 1, " s"),
                firstTupleMillis,
                Format.nanos(latency.p50Nanos()),
                Format.nanos(latency.p99Nanos()),
                Format.nanos(latency.maxNanos())));
        if (workersReplaced > 0) {
            terminal.line("workers that died and were replaced: " + workersReplaced);
        }
        result.difference().forEach(terminal::line);
        terminal.line(
                result.exact()
                        ? "exact: " + Format.count(result.words()) + " words, " + Format.count(result.distinct())
                                + " different ones, each counted as often as an independent batch count of the same"
                                + " input says"
                        : "NOT exact: the counts differ from an independent batch count of the same input");
    }
}
