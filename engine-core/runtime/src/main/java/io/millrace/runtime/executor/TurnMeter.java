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
    private long nanosSinceRingEvents;

    /** @param receivers more may be added before the executor runs */
    TurnMeter(ExecutorCounters counters, Inbound inbound, List<Receiver> receivers, ExecutorTasks tasks) {
        this.counters = counters;
        this.inbound = inbound;
        this.receivers = receivers;
        this.tasks = tasks;
    }

    /**
     * A turn begins.
     *
     * @param nanos time since the previous turn began: of that turn and of the wait after it
     */
    void begin(long nanos) {
        account(nanos);
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

    private void account(long nanos) {
        if (worked) {
            counters.add(ExecutorFigure.BUSY_NANOS, nanos);
        } else if (tasks.isHeldUp()) {
            counters.add(ExecutorFigure.BACK_PRESSURED_NANOS, nanos);
        } else {
            counters.add(ExecutorFigure.IDLE_NANOS, nanos);
        }
    }

    void end(boolean didSomething) {
        worked = didSomething;
    }
}
