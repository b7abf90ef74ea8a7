package io.millrace.runtime.executor;

import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.ExecutorCounters;
import java.util.List;

/** Accounts for an executor's time, and for what waits for it; on its thread. */
final class TurnMeter {

    private final ExecutorCounters counters;
    private final Inbound inbound;
    private final List<Receiver> receivers;
    private final OwnTasks tasks;
    private boolean worked;

    /**
     * @param receivers more may be added before the executor runs
     */
    TurnMeter(ExecutorCounters counters, Inbound inbound, List<Receiver> receivers, OwnTasks tasks) {
        this.counters = counters;
        this.inbound = inbound;
        this.receivers = receivers;
        this.tasks = tasks;
    }

    /**
     * A turn begins.
     *
     * @param nanos since the one before began, or was left: spent in it, or blocked after it
     */
    void begin(long nanos) {
        account(nanos);
        long ringBytes = 0;
        for (int i = 0; i < receivers.size(); i++) {
            ringBytes += receivers.get(i).waitingBytes();
        }
        counters.setWaiting(inbound.waiting(), ringBytes);
    }

    /**
     * The turn is over, and the thread does other things.
     *
     * @param nanos since the turn began
     */
    void leave(long nanos) {
        account(nanos);
        worked = false;
    }

    private void account(long nanos) {
        if (worked) {
            counters.addBusyNanos(nanos);
        } else if (tasks.isHeldUp()) {
            counters.addBackPressuredNanos(nanos);
        } else {
            counters.addIdleNanos(nanos);
        }
    }

    void end(boolean didSomething) {
        worked = didSomething;
    }
}
