package io.millrace.runtime.executor;

import io.millrace.api.error.Foreign;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.idle.IdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of an executor: it opens, takes turns, waits between them, and closes. A thread or a simulation steps
 * it, one at a time:
 *
 * <pre>{@code
 *   agent.open();
 *   while (!agent.isOver()) {
 *       if (agent.doWork() == 0) {
 *           long nanos = agent.rest();   // LOOK, BLOCK, or how long to sleep
 *           if (nanos == IdleStrategy.BLOCK) { wait for agent.bell() until agent.wakeAt(); agent.woken(); }
 *       }
 *   }
 *   agent.close();
 * }</pre>
 */
public final class ExecutorAgent {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorAgent.class);

    private final Executor executor;
    private final Doorbell bell;
    private final IdleStrategy idle;
    private volatile boolean stopping;
    private long wakeAt;

    public ExecutorAgent(Executor executor, IdleStrategy idle) {
        this.executor = executor;
        this.bell = executor.inbound().bell();
        this.idle = idle;
    }

    // Any thread

    public Executor executor() {
        return executor;
    }

    /** Returns the doorbell at which the stepping thread waits. */
    public Doorbell bell() {
        return bell;
    }

    /** Ends the agent after its current turn. */
    public void stop() {
        stopping = true;
        executor.end();
    }

    /** Returns whether no turn may follow, because the agent was stopped or its executor failed. */
    public boolean isOver() {
        return stopping || executor.failure() != null;
    }

    // The thread that steps it

    /** Opens the components. If that fails, the agent is over. */
    public void open() {
        try {
            executor.open();
        } catch (Throwable e) {
            executor.failed(Foreign.readable(e));
        }
    }

    /** Takes a turn. Returns 0 if there was no work. */
    public int doWork() {
        int work = turn(false);
        if (work > 0) {
            idle.worked();
        }
        return work;
    }

    private int turn(boolean mayBlock) {
        try {
            return executor.doWork(mayBlock);
        } catch (Throwable e) {
            executor.failed(Foreign.readable(e));
            return 1;
        }
    }

    /**
     * Returns what to do after a turn without work: {@link IdleStrategy#LOOK}, {@link IdleStrategy#BLOCK}, or how many
     * nanoseconds to sleep. Before it returns {@code BLOCK} it publishes that the thread waits and takes one more turn.
     * So a thread that brings work later rings the doorbell.
     */
    public long rest() {
        long rest = idle.idle(executor.turnStart(), executor.deadline());
        return rest == IdleStrategy.BLOCK ? prepareToBlock() : rest;
    }

    private long prepareToBlock() {
        bell.prepareWait();
        if (isOver() || turn(true) > 0) {
            bell.cancelWait();
            idle.worked();
            return IdleStrategy.LOOK;
        }
        long now = executor.turnStart();
        long deadline = executor.deadline();
        if (deadline <= now) {
            bell.cancelWait();
            return IdleStrategy.LOOK;
        }
        wakeAt = idle.alarm(now, deadline);
        return IdleStrategy.BLOCK;
    }

    /** Returns the latest end of blocking; {@link Long#MAX_VALUE} for never. */
    public long wakeAt() {
        return wakeAt;
    }

    /** The thread does not block any more. */
    public void woken() {
        idle.woken();
    }

    public void close() {
        try {
            executor.close();
        } catch (Throwable e) {
            LOG.error("{} does not close properly", executor, Foreign.readable(e));
        }
    }
}
