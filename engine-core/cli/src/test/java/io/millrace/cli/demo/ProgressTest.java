// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Sample before = sample(1 * SECOND, 5_000, 100);
    private final Sample after = sample(2 * SECOND, 3_000, 20_100);

    @Test
    void aFileGetsAPlainLinePerSecond() {
        Progress progress = progress(false);

        progress.show(before, after, false);
        progress.show(before, after, true);

        String[] lines = text().split("\n");
        assertThat(lines).hasSize(2);
        assertThat(lines[0].strip().split("  +"))
                .containsExactly(
                        "time", "sentences/s", "words/s", "p50", "p99", "direct", "queue", "ring", "net", "work left");
        assertThat(lines[1].strip().split("  +"))
                .containsExactly(
                        "2.0 s", "2,000", "20,000", "12.0 us", "3.00 ms", "25.0 %", "0.0 %", "75.0 %", "0.0 %",
                        "3,000");
    }

    @Test
    void aScreenKeepsTheNewestRowUpToDate() {
        Progress progress = progress(true);

        progress.show(before, after, false);
        progress.show(before, after, true);
        progress.say("said");

        assertThat(text()).containsSubsequence("\r\u001b[2K", "\r\u001b[2K", "3,000\n", "said\n");
        assertThat(text().split("\n")).hasSize(3);
    }

    @Test
    void workThatComesBackAfterADeathIsNoNegativeRate() {
        Progress progress = progress(false);

        progress.show(after, sample(3 * SECOND, 9_000, 0), true);

        assertThat(text().lines().toList().get(1).strip().split("  +")).startsWith("3.0 s", "0", "0");
    }

    private Progress progress(boolean interactive) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new Progress(new Terminal(null, out, out, interactive), 0);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Sample sample(long nanoTime, long linesLeft, long words) {
        return new Sample(
                nanoTime,
                false,
                linesLeft,
                words,
                new LinkCounts(1, 0, 3, 0),
                LatencySummary.NONE,
                new LatencySummary(1, 12_000, 0, 3_000_000, 0, 0));
    }
}
