// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that steps one {@link ExecutorAgent}: it begins with one executor, and may get more or lose them all. The
 * worker starts and stops it.
 */
public final class ExecutorThread implements Heartbeat.Part {

    public enum State {
        /** The components are not open yet. */
        NEW,
        RUNNING,
        WAITING,
        ENDED
    }

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorThread.class);
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PATIENCE_WITH_BLOCKING = Duration.ofMillis(100);

    /** The patience after the interrupt: many virtual threads may end at a time on few cores. */
    private static final Duration PATIENCE_WITH_VIRTUAL = Duration.ofSeconds(2);

    private final ExecutorAgent agent;
    private final Executor first;
    private final Watchdog watchdog;
    private final Thread thread;
    private volatile State state = State.NEW;

    /**
     * @param agent agent of one executor
     * @param watchdog watches the calls of the thread
     * @param loader the thread's context class loader
     */
    public ExecutorThread(ExecutorAgent agent, Watchdog watchdog, ClassLoader loader) {
        this.agent = agent;
        this.first = agent.executors()[0];
        this.watchdog = watchdog;
        this.thread = makeThread(first);
        thread.setContextClassLoader(loader);
        watchdog.watch(this);
    }

    private Thread makeThread(Executor executor) {
        if (executor.isVirtual()) {
            return VirtualThreads.make(executor.name(), this::run);
        }
        Thread made = new Thread(this::run, executor.name());
        made.setDaemon(true);
        return made;
    }

    // Any thread

    public void start() {
        thread.start();
    }

    public State state() {
        return state;
    }

    ExecutorAgent agent() {
        return agent;
    }

    /** Returns whether other executors may run on this thread: its own neither blocks nor is virtual. */
    public boolean mayShare() {
        return !first.isBlocking() && !first.isVirtual();
    }

    /** Returns whether it waits, or has ended: then it makes no call that could be checked. */
    boolean isUnwatched() {
        return state == State.WAITING || state == State.ENDED;
    }

    /** Checks whether the calls of the executors that it runs now return. */
    void look(long now) {
        for (Executor executor : agent.executors()) {
            executor.look(now, thread::getStackTrace);
        }
    }

    /**
     * Returns the longest pause between two checks of calls, in nanoseconds; {@link Long#MAX_VALUE} if they may take
     * any time.
     */
    long lookPause() {
        return first.lookPause();
    }

    /**
     * Returns whether the thread must make progress: it has opened its components, and does not wait at its doorbell.
     */
    @Override
    public boolean mustProgress() {
        return state == State.RUNNING && !agent.isOver() && !first.isBlocking();
    }

    @Override
    public long progress() {
        return Stream.of(agent.executors()).mapToLong(Executor::progress).sum();
    }

    /** Returns the component and task that a thread is calling; empty if it is another thread. */
    public Optional<String> calleeOf(Thread caller) {
        if (caller != thread) {
            return Optional.empty();
        }
        return Stream.of(agent.executors())
                .flatMap(executor -> executor.callee().stream())
                .findFirst()
                .or(() -> Optional.of("a component of " + first.name()));
    }

    /**
     * Returns a line if the components are not open yet, or if a call has lasted at least this long; empty otherwise.
     *
     * @param longestCallNanos 0 for any duration
     */
    public Optional<String> problem(long longestCallNanos) {
        if (state == State.NEW) {
            return Optional.of(first.name() + " opens its components");
        }
        return Stream.of(agent.executors())
                .flatMap(executor -> slowCall(executor, longestCallNanos).stream())
                .findFirst();
    }

    private static Optional<String> slowCall(Executor executor, long longestCallNanos) {
        long slow = executor.slowNanos();
        return longestCallNanos > 0 && slow >= longestCallNanos
                ? executor.callee()
                        .map(callee -> callee + " has not returned from a call for " + slow / NANOS_PER_SECOND + " s")
                : Optional.empty();
    }

    /** Lets the thread close its components after the current turn, and then end. */
    public void stop() {
        agent.stop();
    }

    /**
     * Waits for the end of the thread after {@link #stop}. A component that blocks is interrupted when the patience is
     * over. It is given up when the patience is over a second time. A call by the thread itself returns without
     * waiting.
     */
    public void join() {
        Duration patience = first.isBlocking() ? PATIENCE_WITH_BLOCKING : PATIENCE;
        if (Thread.currentThread() == thread || joined(patience)) {
            return;
        }
        thread.interrupt();
        if (!joined(first.isVirtual() ? PATIENCE_WITH_VIRTUAL : patience)) {
            LOG.error(
                    "{} does not end: one of its components blocks and ignores its interruption; declare it blocking()"
                            + " and let it return when its thread is interrupted",
                    first);
        }
    }

    private boolean joined(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        long left = patience.toMillis();
        while (thread.isAlive() && left > 0) {
            try {
                thread.join(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    // This thread

    private void run() {
        if (!first.isVirtual()) {
            // A virtual thread does not sleep by a timer of its carrier
            TimerSlack.sharpen();
        }
        try {
            agent.open();
            state = State.RUNNING;
            while (!agent.isOver()) {
                if (agent.doWork() > 0) {
                    continue;
                }
                if (agent.prepareToWait()) {
                    await();
                } else {
                    Thread.onSpinWait();
                }
            }
        } catch (Throwable e) {
            first.failed(e);
        } finally {
            // The interrupt was meant for the blocking call, not for the calls that close components
            Thread.interrupted();
            agent.close();
            state = State.ENDED;
        }
    }

    private void await() {
        state = State.WAITING;
        agent.bell().await(agent.wakeAt());
        state = State.RUNNING;
        watchdog.woken();
    }
}
