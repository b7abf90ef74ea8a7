package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The latest reports of supervisors, so that frequent scrapes do not cause more requests. The metrics loop puts, HTTP
 * threads get.
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

    /** Returns the latest reports; asks for new ones if they are too old. */
    synchronized List<NodeReport> get(Supplier<List<NodeReport>> ask) {
        if (reports == null || clock.getAsLong() - takenNanos >= FRESH_NANOS) {
            put(ask.get());
        }
        return reports;
    }
}
