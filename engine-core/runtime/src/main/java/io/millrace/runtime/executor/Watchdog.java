package io.millrace.runtime.executor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One thread per worker that checks whether calls of components return, and publishes the worker's heartbeat. It parks
 * until the next heartbeat, or until the next check if an executor does not wait.
 */
public final class Watchdog implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;
    private static final int PAUSES_BEFORE_FIRST_LOOK = 2;
    private static final long PULSE_NANOS = 500_000_000;

    /** The calls that one executor makes. */
    public final class Watched {

        private final CallWatch calls;
        private final Thread caller;
        private volatile boolean waits;

        private Watched(CallWatch calls, Thread caller) {
            this.calls = calls;
            this.caller = caller;
        }

        /** The executor's thread is about to wait, and calls no component. */
        void waits() {
            waits = true;
        }

        /** The executor's thread goes on. */
        void woken() {
            // Volatile stores and loads on both sides: either the watchdog sees this store, or this thread sees that
            // the watchdog does not check calls
            waits = false;
            if (!looks) {
                LockSupport.unpark(thread);
            }
        }
    }

    private final LongSupplier clock;
    private final Thread thread;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private long lookPause = NEVER;
    private long nextLook = NEVER;
    private Heartbeat heartbeat;
    private long nextPulse;
    private volatile boolean looks;
    private volatile boolean closed;

    public Watchdog(String name, LongSupplier clock) {
        this.clock = clock;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Watches the calls that an executor makes; while all such executors wait, nothing is checked. Must be called
     * before the watchdog starts.
     *
     * @param caller the thread that makes the calls
     */
    Watched watch(CallWatch calls, Thread caller) {
        Watched one = new Watched(calls, caller);
        lookPause = Math.min(lookPause, calls.pauseNanos());
        watched.add(one);
        return one;
    }

    /** Publishes a heartbeat twice a second. Must be called before the watchdog starts. */
    public void publish(Heartbeat published) {
        heartbeat = published;
    }

    public void start() {
        nextPulse = heartbeat == null ? NEVER : clock.getAsLong();
        thread.start();
    }

    private void run() {
        while (!closed) {
            looks = false;
            long now = clock.getAsLong();
            long next = Math.min(lookDue(now), pulseDue(now));
            if (next == NEVER) {
                LockSupport.park(this);
            } else if (next > now) {
                LockSupport.parkNanos(this, next - now);
            }
        }
    }

    /** Checks calls if it is time. Returns when the next check is due, which is never while all executors wait. */
    private long lookDue(long now) {
        if (allWait()) {
            nextLook = NEVER;
            return NEVER;
        }
        looks = true;
        if (nextLook == NEVER) {
            // Late, because most executors that wake wait again at once, and a check costs as much as a wake-up
            nextLook = now + PAUSES_BEFORE_FIRST_LOOK * lookPause;
        } else if (nextLook <= now) {
            for (Watched one : watched) {
                one.calls.look(now, one.caller::getStackTrace);
            }
            nextLook = now + lookPause;
        }
        return nextLook;
    }

    /** Returns when the next pulse is due. */
    private long pulseDue(long now) {
        if (nextPulse <= now) {
            heartbeat.pulse();
            nextPulse = now + PULSE_NANOS;
        }
        return nextPulse;
    }

    private boolean allWait() {
        for (Watched one : watched) {
            if (!one.waits) {
                return false;
            }
        }
        return true;
    }

    /** Ends the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
