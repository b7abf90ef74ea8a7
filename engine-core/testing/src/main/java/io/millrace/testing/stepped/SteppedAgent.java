// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.config.Idle;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorAgent;

/** An executor's agent without a thread. It waits at its doorbell as a thread would, and is skipped meanwhile. */
final class SteppedAgent {

    private final String worker;
    private final Executor executor;
    private final ExecutorAgent agent;
    private final long clockAhead;
    private boolean waits;
    private long pausedUntil = Long.MIN_VALUE;

    /** @param clockAhead clock of the executor's node minus that of the topology */
    SteppedAgent(String worker, Executor executor, long clockAhead) {
        this.worker = worker;
        this.executor = executor;
        this.agent = new ExecutorAgent(executor, Idle.PARK);
        this.clockAhead = clockAhead;
    }

    String worker() {
        return worker;
    }

    Executor executor() {
        return executor;
    }

    void open() {
        agent.open();
    }

    /**
     * Returns whether a thread would take a turn now: it does not wait, or its doorbell was rung, or its alarm is due.
     */
    boolean isRunnable(long now) {
        return now >= pausedUntil && isAwake(now);
    }

    private boolean isAwake(long now) {
        return !waits || !agent.bell().isWaiting() || agent.wakeAt() <= now + clockAhead;
    }

    /** Lets the agent take no turn before this time. */
    void pauseUntil(long time) {
        pausedUntil = time;
    }

    /** Returns the time when it continues if its doorbell is not rung. */
    long wakeAt() {
        return Math.max(pausedUntil, alarm());
    }

    private long alarm() {
        long at = waits ? agent.wakeAt() : Long.MIN_VALUE;
        return at == Long.MIN_VALUE || at == Long.MAX_VALUE ? at : at - clockAhead;
    }

    /** Takes a turn. Returns 0 if there was no work. */
    int step() {
        if (waits) {
            waits = false;
            agent.bell().cancelWait();
        }
        int work = agent.doWork();
        waits = work == 0 && agent.prepareToWait();
        return work;
    }
}
