// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.config.Idle;
import io.millrace.api.error.Foreign;
import io.millrace.ipc.doorbell.Doorbell;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of executors that take turns on one thread: they open, take turns, wait between them, and close. A
 * thread or a simulation steps it, one at a time:
 *
 * <pre>{@code
 *   agent.open();
 *   while (!agent.isOver()) {
 *       if (agent.doWork() == 0 && agent.prepareToWait()) {
 *           agent.bell().await(agent.wakeAt());
 *       }
 *   }
 *   agent.close();
 * }</pre>
 *
 * <p>It may {@link #give} executors to another agent while both run.
 */
public final class ExecutorAgent {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorAgent.class);

    private final int number;
    private final Doorbell bell;
    private final boolean spins;

    /** Written by the thread that steps it only. */
    private volatile Executor[] executors;

    private volatile boolean stopping;

    /** What other threads want it to do in its next turn. Guarded by itself. */
    private final Queue<Runnable> orders = new ArrayDeque<>();

    private volatile boolean hasOrders;
    private boolean closed;
    private long turnStart;
    private long wakeAt;

    /**
     * @param executor the executor that it steps first
     * @param idle what the thread that steps it does without work
     */
    public ExecutorAgent(Executor executor, Idle idle) {
        this.executors = new Executor[] {executor};
        this.number = executor.inbound().threadNumber();
        this.bell = executor.inbound().threadBell();
        this.spins = idle == Idle.SPIN;
    }

    // Any thread

    /** Returns the executors that it steps now; do not change the array. */
    Executor[] executors() {
        return executors;
    }

    /** Returns the doorbell at which the stepping thread waits. */
    public Doorbell bell() {
        return bell;
    }

    /** Ends the agent after its current turn. */
    public void stop() {
        stopping = true;
        for (Executor executor : executors) {
            executor.end();
        }
        bell.ring();
    }

    /** Returns whether no turn may follow, because the agent was stopped or an executor failed. */
    public boolean isOver() {
        if (stopping) {
            return true;
        }
        for (Executor executor : executors) {
            if (executor.failure() != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Lets another agent of the worker step an executor from the next turn on, if this one steps it then and neither is
     * over.
     */
    void give(Executor executor, ExecutorAgent to) {
        order(() -> {
            if (remove(executor)) {
                // Whoever brings it work from now on wakes the other thread, which looks for work before it waits
                executor.inbound().moveTo(to.number);
                if (!to.order(() -> to.add(executor))) {
                    executor.inbound().moveTo(number);
                    add(executor);
                }
            }
        });
    }

    /** Returns false if the agent has closed, or is about to. */
    private boolean order(Runnable order) {
        synchronized (orders) {
            if (closed) {
                return false;
            }
            orders.add(order);
            hasOrders = true;
        }
        bell.ring();
        return true;
    }

    // The thread that steps it

    private void add(Executor executor) {
        executors = Stream.concat(Stream.of(executors), Stream.of(executor)).toArray(Executor[]::new);
        if (stopping) {
            executor.end();
        }
    }

    private boolean remove(Executor executor) {
        List<Executor> left =
                Stream.of(executors).filter(each -> each != executor).toList();
        boolean removed = left.size() < executors.length;
        executors = left.toArray(Executor[]::new);
        return removed;
    }

    /** Opens the components. If that fails, the agent is over. */
    public void open() {
        for (Executor executor : executors) {
            try {
                executor.open();
            } catch (Throwable e) {
                executor.failed(Foreign.readable(e));
            }
        }
    }

    /** Takes a turn. Returns 0 if there was no work. */
    public int doWork() {
        return turn(false);
    }

    private int turn(boolean mayBlock) {
        int work = hasOrders ? follow() : 0;
        Executor[] all = executors;
        for (int i = 0; i < all.length; i++) {
            work += turn(all[i], mayBlock, all.length > 1);
        }
        return work;
    }

    private int turn(Executor executor, boolean mayBlock, boolean shared) {
        try {
            int work = executor.doWork(mayBlock);
            turnStart = executor.turnStart();
            if (shared) {
                executor.leave();
            }
            return work;
        } catch (Throwable e) {
            executor.failed(Foreign.readable(e));
            return 1;
        }
    }

    private int follow() {
        int done = 0;
        for (Runnable next = nextOrder(); next != null; next = nextOrder()) {
            next.run();
            done++;
        }
        return done;
    }

    private Runnable nextOrder() {
        synchronized (orders) {
            Runnable next = orders.poll();
            hasOrders = !orders.isEmpty();
            return next;
        }
    }

    /**
     * Returns whether the thread must wait, after a turn without work; if not, the next turn is due at once. Before it
     * returns true it publishes that the thread waits and takes one more turn. So a thread that brings work later rings
     * the doorbell.
     */
    public boolean prepareToWait() {
        if (executors.length > 0 && (spins || deadline() <= turnStart)) {
            return false;
        }
        bell.prepareWait();
        if (isOver() || turn(true) > 0) {
            bell.cancelWait();
            return false;
        }
        wakeAt = deadline();
        if (wakeAt <= turnStart) {
            bell.cancelWait();
            return false;
        }
        return true;
    }

    /** Returns the time when a turn is due even if nothing arrives. */
    private long deadline() {
        long next = Long.MAX_VALUE;
        for (Executor executor : executors) {
            next = Math.min(next, executor.deadline());
        }
        return next;
    }

    /** Returns the latest end of the wait; {@link Long#MAX_VALUE} for never. */
    public long wakeAt() {
        return wakeAt;
    }

    /** Closes the components. Others cannot give it executors any more. */
    public void close() {
        synchronized (orders) {
            closed = true;
        }
        follow();
        for (Executor executor : executors) {
            try {
                executor.close();
            } catch (Throwable e) {
                LOG.error("{} does not close properly", executor, Foreign.readable(e));
            }
        }
    }
}
