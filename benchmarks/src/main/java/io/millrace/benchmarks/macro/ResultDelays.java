// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * How long after the end of its window each result of {@link Shape#YAHOO_JSON} came. The last event of a window was
 * created before that, so this is what the engine needs to know that nothing more belongs to it, and to tell.
 */
public final class ResultDelays {

    private ResultDelays() {}

    /** Those of windows that ended while it was recorded, in nanoseconds; none if no window did. */
    public static Histogram read(Workload workload, Path directory) throws IOException {
        long start = Signals.startOf(directory);
        long from = start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds());
        long until = from + TimeUnit.SECONDS.toNanos(workload.seconds());
        Histogram delays = Sink.newHistogram();
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(AdResults.PREFIX))
                    .toList();
        }
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                String[] part = line.split(" ");
                long end = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(part[1]) + AdEvents.WINDOW_MILLIS);
                if (end >= from && end < until) {
                    delays.recordValue(Math.max(1, Long.parseLong(part[AdResults.GIVEN]) - end));
                }
            }
        }
        return delays;
    }
}
