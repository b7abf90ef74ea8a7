package io.millrace.runtime.worker;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorAgent;
import io.millrace.runtime.idle.IdleStrategy;
import io.millrace.runtime.idle.ParkIdle;

/** An executor's agent without a thread: it waits at its doorbell as a thread would, and is passed over meanwhile. */
final class SteppedAgent {

    private final ExecutorAgent agent;
    private boolean waits;

    SteppedAgent(Executor executor) {
        agent = new ExecutorAgent(executor, new ParkIdle());
    }

    Executor executor() {
        return agent.executor();
    }

    void open() {
        agent.open();
    }

    /** Whether a thread would take a turn now: it does not wait, or somebody has rung, or its alarm is due. */
    boolean isRunnable(long now) {
        return !waits || !agent.bell().isWaiting() || agent.wakeAt() <= now;
    }

    /** When it goes on if nobody rings. */
    long wakeAt() {
        return waits ? agent.wakeAt() : Long.MIN_VALUE;
    }

    /** Takes a turn; returns 0 if there was nothing to do. */
    int step() {
        if (waits) {
            waits = false;
            agent.bell().cancelWait();
            agent.woken();
        }
        int work = agent.doWork();
        waits = work == 0 && agent.rest() == IdleStrategy.BLOCK;
        return work;
    }
}
