// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The latest reports of supervisors, so that frequent scrapes and lists do not cause more requests. The metrics loop
 * puts, HTTP threads get.
 */
final class LatestReports {

    private static final long FRESH_NANOS = 2_000_000_000;

    private final LongSupplier clock;
    private final Object asking = new Object();

    /** The latest reports of all supervisors. */
    private volatile Taken latest;

    /** The latest reports without those of supervisors that have not answered. */
    private volatile Taken partial;

    private record Taken(PromptReports reports, long nanos) {}

    /** @param clock the clock, in nanoseconds */
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

    /** Returns the latest reports; requests new ones if they are too old, and only once for all callers that wait. */
    synchronized List<NodeReport> get(Supplier<List<NodeReport>> ask) {
        return fresh(latest).map(PromptReports::reports).orElseGet(() -> {
            List<NodeReport> now = ask.get();
            put(now);
            return now;
        });
    }

    /**
     * Returns reports as {@link #get} does, or those of the supervisors that have answered while some do not: that
     * causes no further requests.
     */
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
