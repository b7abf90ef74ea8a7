package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The latest reports of supervisors, so that frequent scrapes and lists do not cause more requests. The metrics loop puts, HTTP
 * threads get.
 */
final class LatestReports {

    private static final long FRESH_NANOS = 2_000_000_000;

    private final LongSupplier clock;
    private final Object asking = new Object();

    /** Of all supervisors. */
    private volatile Taken latest;

    /** What some have not answered to. */
    private volatile Taken partial;

    private record Taken(PromptReports reports, long nanos) {}

    /** @param clock in nanoseconds */
    LatestReports(LongSupplier clock) {
        this.clock = clock;
    }

    void put(List<NodeReport> now) {
        latest = new Taken(new PromptReports(now, Set.of()), clock.getAsLong());
    }

    private Optional<PromptReports> fresh(Taken taken) {
        return Optional.ofNullable(taken)
                .filter(reports -> clock.getAsLong() - reports.nanos() < FRESH_NANOS)
                .map(Taken::reports);
    }

    /** Returns the latest reports; asks for new ones if they are too old, and only once for all who wait. */
    synchronized List<NodeReport> get(Supplier<List<NodeReport>> ask) {
        return fresh(latest).map(PromptReports::reports).orElseGet(() -> {
            List<NodeReport> now = ask.get();
            put(now);
            return now;
        });
    }

    /** As {@link #get}, with what is known while some do not answer: nobody is asked more often for that. */
    PromptReports promptly(Supplier<PromptReports> ask) {
        synchronized (asking) {
            return fresh(latest).or(() -> fresh(partial)).orElseGet(() -> {
                PromptReports now = ask.get();
                if (now.unanswered().isEmpty()) {
                    put(now.reports());
                } else {
                    partial = new Taken(now, clock.getAsLong());
                }
                return now;
            });
        }
    }
}
