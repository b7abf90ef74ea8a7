package io.millrace.runtime.executor;

import io.millrace.runtime.idle.IdleStrategy;
import io.millrace.runtime.idle.TimerSlack;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that steps one {@link ExecutorAgent}. The worker starts and stops it. */
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
    private final Thread thread;

    /** The watch over its calls; empty if they may take any time. */
    private final Optional<Watchdog.Watched> watched;

    private volatile State state = State.NEW;

    /**
     * @param watchdog watches the calls of the thread
     * @param loader the thread's context class loader
     */
    public ExecutorThread(ExecutorAgent agent, Watchdog watchdog, ClassLoader loader) {
        this.agent = agent;
        this.thread = makeThread(agent.executor());
        thread.setContextClassLoader(loader);
        this.watched = Optional.ofNullable(agent.executor().calls()).map(calls -> watchdog.watch(calls, thread));
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

    /**
     * Returns whether the thread must make progress: it has opened its components, and does not wait at its doorbell.
     */
    @Override
    public boolean mustProgress() {
        return state == State.RUNNING && !agent.isOver() && !agent.executor().isBlocking();
    }

    @Override
    public long progress() {
        return agent.executor().progress();
    }

    /** Returns the component and task that a thread is calling; empty if it is another thread. */
    public Optional<String> calleeOf(Thread caller) {
        return caller == thread ? Optional.of(agent.executor().callee()) : Optional.empty();
    }

    /**
     * Returns a line if the components are not open yet, or if a call has lasted at least this long; empty otherwise.
     *
     * @param longestCallNanos 0 for any duration
     */
    public Optional<String> problem(long longestCallNanos) {
        if (state == State.NEW) {
            return Optional.of(agent.executor().name() + " opens its components");
        }
        long slow = agent.executor().slowNanos();
        return longestCallNanos > 0 && slow >= longestCallNanos
                ? Optional.of(agent.executor().callee() + " has not returned from a call for " + slow / NANOS_PER_SECOND
                        + " s")
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
        Duration patience = agent.executor().isBlocking() ? PATIENCE_WITH_BLOCKING : PATIENCE;
        if (Thread.currentThread() == thread || joined(patience)) {
            return;
        }
        thread.interrupt();
        if (!joined(agent.executor().isVirtual() ? PATIENCE_WITH_VIRTUAL : patience)) {
            LOG.error(
                    "{} does not end: one of its components blocks and ignores its interruption; declare it blocking()"
                            + " and let it return when its thread is interrupted",
                    agent.executor());
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
        if (!agent.executor().isVirtual()) {
            // A virtual thread does not sleep by a timer of its carrier
            TimerSlack.sharpen();
        }
        try {
            agent.open();
            state = State.RUNNING;
            while (!agent.isOver()) {
                if (agent.doWork() == 0) {
                    pause(agent.rest());
                }
            }
        } catch (Throwable e) {
            agent.executor().failed(e);
        } finally {
            // The interrupt was meant for the blocking call, not for the calls that close components
            Thread.interrupted();
            agent.close();
            state = State.ENDED;
        }
    }

    private void pause(long nanos) {
        if (nanos == IdleStrategy.LOOK) {
            Thread.onSpinWait();
        } else if (nanos == IdleStrategy.BLOCK) {
            block();
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private void block() {
        watched.ifPresent(Watchdog.Watched::waits);
        state = State.WAITING;
        agent.bell().await(agent.wakeAt());
        state = State.RUNNING;
        watched.ifPresent(Watchdog.Watched::woken);
        agent.woken();
    }
}
