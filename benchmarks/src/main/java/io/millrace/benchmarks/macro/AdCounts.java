// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The last step of {@link Shape#YAHOO_JSON} for engines that leave windows to the bolt: counts views per campaign and
 * window in maps. A result is given a while after the window's end, and again when a later view still belongs to it.
 * Used by the task's thread.
 */
public final class AdCounts {

    /** By event time. */
    private static final long RESULT_AFTER_MILLIS = 1_000;

    private final Sink sink;
    private final AdResults results;
    private final Map<Long, Map<String, Window>> windows = new HashMap<>();
    private long nextResult = Long.MIN_VALUE;

    /** @param name unique among the tasks */
    public AdCounts(Workload workload, Path directory, String name) {
        this.sink = new Sink(workload, directory, name);
        this.results = new AdResults(directory);
    }

    private static final class Window {
        long count;
        long updatedNanos;
    }

    public void take(String campaign, long millis, long dueNanos) {
        long from = AdEvents.windowOf(millis);
        Window window =
                windows.computeIfAbsent(from, none -> new HashMap<>()).computeIfAbsent(campaign, none -> new Window());
        window.count++;
        window.updatedNanos = System.nanoTime();
        sink.take(dueNanos);
        if (nextResult == Long.MIN_VALUE) {
            nextResult = from;
        }
        if (from < nextResult) {
            give(campaign, from, window);
        }
        while (millis - nextResult >= AdEvents.WINDOW_MILLIS + RESULT_AFTER_MILLIS) {
            long ended = nextResult;
            windows.getOrDefault(ended, Map.of()).forEach((each, counted) -> give(each, ended, counted));
            nextResult += AdEvents.WINDOW_MILLIS;
        }
    }

    private void give(String campaign, long from, Window window) {
        results.take(campaign, from, window.count, window.updatedNanos);
    }
}
