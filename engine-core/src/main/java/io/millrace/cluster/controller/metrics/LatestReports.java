package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The latest reports of supervisors, so that frequent scrapes do not cause more requests. The metrics loop puts, HTTP
 * threads get.
 */
final class LatestReports {

    private static final long FRESH_NANOS = 2_000_000_000;

    private final LongSupplier clock;
    private volatile Taken latest;

    private record Taken(List<NodeReport> reports, long nanos) {}

    /** @param clock in nanoseconds */
    LatestReports(LongSupplier clock) {
        this.clock = clock;
    }

    void put(List<NodeReport> now) {
        latest = new Taken(now, clock.getAsLong());
    }

    /** Returns the latest reports if they are not too old. Waits for nothing. */
    Optional<List<NodeReport>> fresh() {
        return Optional.ofNullable(latest)
                .filter(taken -> clock.getAsLong() - taken.nanos() < FRESH_NANOS)
                .map(Taken::reports);
    }

    /** Returns the latest reports; asks for new ones if they are too old, and only once for all who wait. */
    synchronized List<NodeReport> get(Supplier<List<NodeReport>> ask) {
        return fresh().orElseGet(() -> {
            List<NodeReport> now = ask.get();
            put(now);
            return now;
        });
    }
}
