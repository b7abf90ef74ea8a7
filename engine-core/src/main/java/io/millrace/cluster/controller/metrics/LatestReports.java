package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the supervisors said last, so that however often metrics are scraped they are not asked more often for it. The
 * metrics loop puts, HTTP threads get.
 */
final class LatestReports {

    private static final long FRESH_NANOS = 2_000_000_000;

    private final LongSupplier clock;
    private List<NodeReport> reports;
    private long takenNanos;

    /** @param clock in nanoseconds */
    LatestReports(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized void put(List<NodeReport> now) {
        reports = now;
        takenNanos = clock.getAsLong();
    }

    /** Those that were put; if the loop has nothing to look for and they are old, those that are asked for now. */
    synchronized List<NodeReport> get(Supplier<List<NodeReport>> ask) {
        if (reports == null || clock.getAsLong() - takenNanos >= FRESH_NANOS) {
            put(ask.get());
        }
        return reports;
    }
}
