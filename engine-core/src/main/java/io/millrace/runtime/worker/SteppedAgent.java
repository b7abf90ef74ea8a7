package io.millrace.runtime.worker;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorAgent;
import io.millrace.runtime.idle.IdleStrategy;
import io.millrace.runtime.idle.ParkIdle;

/** An executor's agent without a thread. It waits at its doorbell as a thread would, and is skipped meanwhile. */
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

    /** Returns whether a thread would take a turn now: it does not wait, or somebody has rung, or its alarm is due. */
    boolean isRunnable(long now) {
        return !waits || !agent.bell().isWaiting() || agent.wakeAt() <= now;
    }

    /** Returns when it continues if nobody rings. */
    long wakeAt() {
        return waits ? agent.wakeAt() : Long.MIN_VALUE;
    }

    /** Takes a turn. Returns 0 if there was no work. */
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
