// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultDelaysTest {

    /** Of a window of event time that begins there. */
    private static final long BEGIN_MILLIS = 40_000;

    @TempDir
    private Path directory;

    private static Workload workload() {
        return new Workload(Shape.YAHOO_JSON, 100, 2, Promise.atMostOnce(), 5, 10);
    }

    private static String result(long fromMillis, long delayMillis) {
        long given = TimeUnit.MILLISECONDS.toNanos(fromMillis + AdEvents.WINDOW_MILLIS + delayMillis);
        return "campaign " + fromMillis + " 7 0 " + given + "\n";
    }

    @Test
    void onlyWindowsThatEndWhileItIsRecordedCount() throws IOException {
        // Recorded from 55 to 65 s: the window before ends at 50 s, the one behind at 70 s
        Signals.start(directory, TimeUnit.MILLISECONDS.toNanos(50_000));
        Files.writeString(
                directory.resolve(AdResults.PREFIX + "one"),
                result(BEGIN_MILLIS, 900) + result(BEGIN_MILLIS + 10_000, 3));
        Files.writeString(
                directory.resolve(AdResults.PREFIX + "two"),
                result(BEGIN_MILLIS + 10_000, 5) + result(BEGIN_MILLIS + 20_000, 800));

        Histogram delays = ResultDelays.read(workload(), directory);

        assertThat(delays.getTotalCount()).isEqualTo(2);
        assertThat(Math.round(delays.getMinValue() / 1e6)).isEqualTo(3);
        assertThat(Math.round(delays.getMaxValue() / 1e6)).isEqualTo(5);
    }

    @Test
    void aResultThatIsTakenSaysWhenItCame() throws IOException {
        long ended = AdEvents.windowOf(AdEvents.millis(System.nanoTime()));
        long endedNanos = TimeUnit.MILLISECONDS.toNanos(ended);
        Signals.start(
                directory, endedNanos - TimeUnit.SECONDS.toNanos(workload().warmUpSeconds()));
        long before = System.nanoTime();

        new AdResults(directory).take("campaign", ended - AdEvents.WINDOW_MILLIS, 7, 0);

        double delay = ResultDelays.read(workload(), directory).getMaxValue();
        // The histogram keeps three digits
        assertThat(delay).isBetween(0.999 * (before - endedNanos), 1.001 * (System.nanoTime() - endedNanos));
    }
}
