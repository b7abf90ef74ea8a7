// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.ExecutorCounters;
import java.util.List;

/** Measures the use of an executor's time, and how much waits for it. Confined to the executor's thread. */
final class TurnMeter {

    /** The interval in which the counts of a ring are added up, which are spread over its producers. */
    private static final long RING_EVENTS_NANOS = 1_000_000_000;

    private final ExecutorCounters counters;
    private final Inbound inbound;
    private final List<Receiver> receivers;
    private final ExecutorTasks tasks;
    private boolean worked;
    private long accountedUntil;
    private long nanosSinceRingEvents;

    /**
     * @param receivers more may be added before the executor runs
     * @param now time from which on time is accounted
     */
    TurnMeter(ExecutorCounters counters, Inbound inbound, List<Receiver> receivers, ExecutorTasks tasks, long now) {
        this.counters = counters;
        this.inbound = inbound;
        this.receivers = receivers;
        this.tasks = tasks;
        this.accountedUntil = now;
    }

    /** A turn begins. The time since the previous turn began is that of the turn and of the wait after it. */
    void begin(long now) {
        long nanos = account(now);
        long ringBytes = 0;
        for (int i = 0; i < receivers.size(); i++) {
            ringBytes += receivers.get(i).waitingBytes();
        }
        counters.set(ExecutorFigure.QUEUED, inbound.waiting());
        counters.set(ExecutorFigure.RING_USED_BYTES, ringBytes);
        nanosSinceRingEvents += nanos;
        if (nanosSinceRingEvents >= RING_EVENTS_NANOS) {
            nanosSinceRingEvents = 0;
            showRingEvents();
        }
    }

    private void showRingEvents() {
        long fullEvents = 0;
        long skips = 0;
        for (int i = 0; i < receivers.size(); i++) {
            fullEvents += receivers.get(i).fullEvents();
            skips += receivers.get(i).skips();
        }
        counters.set(ExecutorFigure.RING_FULL_EVENTS, fullEvents);
        counters.set(ExecutorFigure.RING_SKIPS, skips);
    }

    /** Returns the nanoseconds since it accounted the last time. */
    private long account(long now) {
        long nanos = now - accountedUntil;
        accountedUntil = now;
        if (worked) {
            counters.add(ExecutorFigure.BUSY_NANOS, nanos);
        } else if (tasks.isHeldUp()) {
            counters.add(ExecutorFigure.BACK_PRESSURED_NANOS, nanos);
        } else {
            counters.add(ExecutorFigure.IDLE_NANOS, nanos);
        }
        return nanos;
    }

    void end(boolean didSomething) {
        worked = didSomething;
    }

    /** The thread turns to another executor: until the next turn this one is idle, or held up. */
    void leave(long now) {
        nanosSinceRingEvents += account(now);
        worked = false;
    }
}
