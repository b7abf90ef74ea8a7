package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an executor. While there is work it never waits. When there is none it does what {@link Idling} says;
 * before it blocks, without a time-out, it publishes that it waits, and looks once more.
 */
public final class ExecutorThread {

    /** What the thread is doing. */
    public enum State {
        NEW,
        RUNNING,
        WAITING,
        ENDED
    }

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorThread.class);

    private final Executor executor;
    private final Doorbell bell;
    private final WakeTimer.Alarm alarm;
    private final Thread thread;
    private volatile State state = State.NEW;
    private volatile boolean stopping;

    public ExecutorThread(Executor executor, WakeTimer timer, ClassLoader loader) {
        this.executor = executor;
        this.bell = executor.inbound().bell();
        this.alarm = timer.alarm(bell);
        this.thread = new Thread(this::run, executor.name());
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
        if (executor.calls() != null) {
            timer.watch(executor.calls(), thread, alarm);
        }
    }

    public void start() {
        thread.start();
    }

    public State state() {
        return state;
    }

    /** Lets the loop end after its present turn; the tasks are closed then. */
    public void stop() {
        stopping = true;
        executor.end();
    }

    /**
     * Waits for the end of the thread after {@link #stop}. A component that blocks is interrupted when the patience is
     * over, and given up when it is over again. The thread itself does not wait for its own end.
     */
    public void join(Duration patience) {
        if (Thread.currentThread() == thread || joined(patience)) {
            return;
        }
        thread.interrupt();
        if (!joined(patience)) {
            LOG.error(
                    "{} does not end: one of its components blocks and ignores its interruption; declare it blocking()"
                            + " and let it return when its thread is interrupted",
                    executor);
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

    private void run() {
        state = State.RUNNING;
        try {
            executor.open();
            loop();
        } catch (Throwable e) {
            executor.failed(e);
        } finally {
            // An interrupt was meant for what blocked, not for what closes
            Thread.interrupted();
            close();
            state = State.ENDED;
        }
    }

    private void close() {
        try {
            executor.close();
        } catch (Throwable e) {
            LOG.error("{} does not close properly", executor, e);
        }
    }

    private void loop() {
        boolean sharp = executor.napNanos() > 0 && TimerSlack.sharpen();
        Idling idling = new Idling(executor.napNanos(), executor.lingerNanos(), sharp);
        while (!stopping && executor.failure() == null) {
            if (executor.doWork(false) > 0) {
                idling.worked(executor.turnStart());
                continue;
            }
            long now = executor.turnStart();
            long next = idling.next(now, due(now), executor.awaitsOthers());
            if (next == Idling.SPIN) {
                Thread.onSpinWait();
            } else if (next == Idling.YIELD) {
                Thread.yield();
            } else if (next != Idling.BLOCK) {
                LockSupport.parkNanos(this, next);
            } else {
                await(idling);
            }
        }
    }

    /** How long until it must run even if nothing arrives. */
    private long due(long now) {
        if (executor.polls()) {
            return 0;
        }
        long deadline = executor.deadline();
        return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
    }

    /** Blocks, unless there is work or soon will be. */
    private void await(Idling idling) {
        bell.prepareWait();
        if (stopping || executor.doWork(true) > 0) {
            bell.cancelWait();
            idling.worked(executor.turnStart());
            return;
        }
        long now = executor.turnStart();
        if (idling.next(now, due(now), executor.awaitsOthers()) != Idling.BLOCK) {
            bell.cancelWait();
            return;
        }
        alarm.arm(Idling.alarm(executor.deadline()));
        state = State.WAITING;
        bell.block();
        state = State.RUNNING;
        alarm.woken();
    }
}
