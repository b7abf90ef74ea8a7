// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.Visible;

/** The live table with a row per second. On a screen the newest row is updated in between. */
final class Progress {

    private static final String FORMAT = "%6s  %13s  %11s  %9s  %9s  %8s  %8s  %8s  %8s  %12s";
    private static final String ERASE_LINE = "\r\u001b[2K";

    private final Terminal terminal;
    private final long startNanos;
    private boolean headed;
    private boolean open;

    Progress(Terminal terminal, long startNanos) {
        this.terminal = terminal;
        this.startNanos = startNanos;
    }

    /** Shows the state; {@code before} is about a second older. */
    void show(Sample before, Sample now, boolean fullSecond) {
        if (!terminal.interactive() && !fullSecond) {
            return;
        }
        if (!headed) {
            terminal.line(String.format(
                    FORMAT,
                    "time",
                    "sentences/s",
                    "words/s",
                    "p50",
                    "p99",
                    "direct",
                    "queue",
                    "ring",
                    "net",
                    "work left"));
            headed = true;
        }
        String row = row(before, now);
        if (!terminal.interactive()) {
            terminal.line(row);
            return;
        }
        terminal.out().print(ERASE_LINE + Visible.of(row));
        open = true;
        if (fullSecond) {
            finishRow();
        }
        terminal.out().flush();
    }

    void say(String text) {
        finishRow();
        terminal.line(text);
    }

    private void finishRow() {
        if (open) {
            terminal.out().println();
            open = false;
        }
    }

    private String row(Sample before, Sample now) {
        boolean measured = now.recent().count() > 0;
        long total = now.links().total();
        return String.format(
                FORMAT,
                Format.decimal((now.nanoTime() - startNanos) / 1e9, 1, " s"),
                Format.count(Math.round(now.linesPerSecond(before))),
                Format.count(Math.round(now.wordsPerSecond(before))),
                measured ? Format.nanos(now.recent().p50Nanos()) : "-",
                measured ? Format.nanos(now.recent().p99Nanos()) : "-",
                Format.percent(now.links().direct(), total),
                Format.percent(now.links().queue(), total),
                Format.percent(now.links().ring(), total),
                Format.percent(now.links().net(), total),
                Format.count(now.linesLeft()));
    }
}
