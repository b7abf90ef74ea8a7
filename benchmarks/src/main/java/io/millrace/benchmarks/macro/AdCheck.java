// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Compares the results of {@link Shape#YAHOO_JSON} with a sequential count of the same events. */
final class AdCheck {

    private final Workload workload;
    private final Path directory;

    /** Of each campaign and window that has ended when recording ends. */
    private final Map<Result, Long> expected;

    /** A campaign's window, by its begin. */
    private record Result(String campaign, long from) {}

    /** The lowest and the highest count of a window that came more than once, and its last update. */
    private record Counted(long lowest, long highest, long updatedNanos) {

        Counted and(Counted other) {
            return new Counted(
                    Math.min(lowest, other.lowest),
                    Math.max(highest, other.highest),
                    Math.max(updatedNanos, other.updatedNanos));
        }
    }

    AdCheck(Workload workload, Path directory) {
        this.workload = workload;
        this.directory = directory;
        this.expected = count(workload, Signals.startOf(directory));
    }

    private static Map<Result, Long> count(Workload workload, long start) {
        long end = AdEvents.windowOf(
                AdEvents.millis(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds() + workload.seconds())));
        int sources = workload.tasks();
        Map<Result, Long> counts = new HashMap<>();
        for (int source = 0; source < sources; source++) {
            AdEvents events = new AdEvents(source);
            for (long number = 0; ; number++) {
                long millis = AdEvents.millis(Pace.dueAt(workload, start, number * sources + source));
                if (millis >= end) {
                    break;
                }
                String campaign = events.viewedCampaign(number);
                if (campaign != null) {
                    counts.merge(new Result(campaign, AdEvents.windowOf(millis)), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    /** Whether each window has as many views as it must have; bolts that count in maps give some results too early. */
    boolean isComplete() throws IOException {
        Map<Result, Counted> results = results();
        return expected.entrySet().stream().allMatch(each -> {
            Counted counted = results.get(each.getKey());
            return counted != null && counted.highest() >= each.getValue();
        });
    }

    /**
     * Compares, and returns what was found in a line.
     *
     * @throws IOException if a window is missing or has not the right count: with acks it may have more
     */
    String compare() throws IOException {
        Map<Result, Counted> results = results();
        int missing = 0;
        int fewer = 0;
        int more = 0;
        Histogram afterEnd = Sink.newHistogram();
        for (Map.Entry<Result, Long> each : expected.entrySet()) {
            Counted counted = results.get(each.getKey());
            if (counted == null) {
                missing++;
                continue;
            }
            // What comes again after a death has the right count each time; without snapshots the last one has
            long least = workload.promise().exactlyOnce() ? counted.lowest() : counted.highest();
            fewer += least < each.getValue() ? 1 : 0;
            more += counted.highest() > each.getValue() ? 1 : 0;
            long end = TimeUnit.MILLISECONDS.toNanos(each.getKey().from() + AdEvents.WINDOW_MILLIS);
            afterEnd.recordValue(
                    Math.min(Math.max(1, counted.updatedNanos() - end), afterEnd.getHighestTrackableValue()));
        }
        String found = String.format(
                "%d results of windows: %d missing, %d too low, %d too high; last updated p99 %.1f ms after the end",
                expected.size(), missing, fewer, more, afterEnd.getValueAtPercentile(99) / 1e6);
        if (expected.isEmpty() || missing > 0 || fewer > 0 || more > 0 && !workload.acked()) {
            throw new IOException(found);
        }
        return found;
    }

    private Map<Result, Counted> results() throws IOException {
        Map<Result, Counted> results = new HashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(AdResults.PREFIX))
                    .toList();
        }
        for (Path file : files) {
            String text = Files.readString(file);
            // A worker that was killed may have left a part of a line
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            whole.lines().forEach(line -> {
                String[] part = line.split(" ");
                long count = Long.parseLong(part[2]);
                results.merge(
                        new Result(part[0], Long.parseLong(part[1])),
                        new Counted(count, count, Long.parseLong(part[3])),
                        Counted::and);
            });
        }
        return results;
    }
}
