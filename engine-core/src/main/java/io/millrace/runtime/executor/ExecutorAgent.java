package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.idle.IdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor's life: it opens, takes turns, waits between them, and closes. A thread or a simulation steps it, one at a time:
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

    /** Where it waits. */
    public Doorbell bell() {
        return bell;
    }

    /** Lets it be over after its present turn. */
    public void stop() {
        stopping = true;
        executor.end();
    }

    /** Whether no turn is to follow, as it was stopped or cannot go on. */
    public boolean isOver() {
        return stopping || executor.failure() != null;
    }

    // Whoever steps it

    /** Opens the components; if that fails it is over. */
    public void open() {
        try {
            executor.open();
        } catch (Throwable e) {
            executor.failed(e);
        }
    }

    /** Takes a turn; returns 0 if there was nothing to do. */
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
            executor.failed(e);
            return 1;
        }
    }

    /**
     * What to do after a turn without work: {@link IdleStrategy#LOOK}, {@link IdleStrategy#BLOCK}, or for how many nanoseconds to
     * sleep. With {@code BLOCK} it has published that it waits, and has looked once more: whoever brings work since rings.
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

    /** Until when it blocks at the latest; {@link Long#MAX_VALUE} for ever. */
    public long wakeAt() {
        return wakeAt;
    }

    /** It blocks no more. */
    public void woken() {
        idle.woken();
    }

    /** Closes the components. */
    public void close() {
        try {
            executor.close();
        } catch (Throwable e) {
            LOG.error("{} does not close properly", executor, e);
        }
    }
}
