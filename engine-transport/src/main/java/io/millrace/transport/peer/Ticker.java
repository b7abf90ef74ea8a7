// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls everything on one event loop that depends on time, with the time of the injected clock. One per event loop, on
 * which all methods are called. Real time decides only how often the clock is read.
 */
public final class Ticker {

    /** An object that does its due work on each tick. */
    interface Ticked {
        void tick(long nowNanos);
    }

    static final long INTERVAL_MILLIS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);

    private final LongSupplier clock;
    private final List<Ticked> all = new ArrayList<>();

    public Ticker(LongSupplier clock) {
        this.clock = clock;
    }

    public void start(EventLoop loop) {
        loop.scheduleWithFixedDelay(this::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(Ticked ticked) {
        all.add(ticked);
    }

    /** Calls the action on the next tick, and then about so often. */
    public void repeat(long intervalNanos, Runnable action) {
        add(new Repeated(intervalNanos, action));
    }

    private static final class Repeated implements Ticked {
        private final long intervalNanos;
        private final Runnable action;
        private long dueAt;
        private boolean started;

        Repeated(long intervalNanos, Runnable action) {
            this.intervalNanos = intervalNanos;
            this.action = action;
        }

        @Override
        public void tick(long nowNanos) {
            if (!started || nowNanos - dueAt >= 0) {
                started = true;
                dueAt = nowNanos + intervalNanos;
                action.run();
            }
        }
    }

    void remove(Ticked ticked) {
        all.remove(ticked);
    }

    public void tick() {
        long now = clock.getAsLong();
        // The loop goes backwards, because a tick may remove its own entry. Entries that are added meanwhile wait for
        // the next tick.
        for (int i = all.size() - 1; i >= 0; i--) {
            if (i < all.size()) {
                try {
                    all.get(i).tick(now);
                } catch (RuntimeException e) {
                    LOG.error("a timed step failed: this is a defect in millrace", e);
                }
            }
        }
    }
}
