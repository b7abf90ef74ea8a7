// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TopologyMetrics;

/**
 * The progress of the topology at one time.
 *
 * @param linesLeft lines that are not emitted yet; more after a death, when sources go back to the last snapshot
 * @param wordsCounted the words that the running tasks have counted; fewer after a death
 * @param recent the latencies of the last one to two seconds
 */
record Sample(
        long nanoTime,
        boolean completed,
        long linesLeft,
        long wordsCounted,
        LinkCounts links,
        LatencySummary latency,
        LatencySummary recent) {

    static Sample of(TopologyMetrics metrics, long nanoTime) {
        return new Sample(
                nanoTime,
                metrics.completed(),
                metrics.counter("lines", "remaining"),
                metrics.counter("count", "words"),
                metrics.links(),
                metrics.endToEnd(),
                metrics.recentEndToEnd());
    }

    double linesPerSecond(Sample before) {
        return perSecond(before.linesLeft - linesLeft, before);
    }

    double wordsPerSecond(Sample before) {
        return perSecond(wordsCounted - before.wordsCounted, before);
    }

    private double perSecond(long amount, Sample before) {
        double seconds = (nanoTime - before.nanoTime) / 1e9;
        return seconds <= 0 ? 0 : Math.max(0, amount) / seconds;
    }
}
