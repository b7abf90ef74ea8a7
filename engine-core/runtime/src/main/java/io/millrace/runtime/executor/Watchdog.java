// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One thread per worker that lets executors share threads, checks whether calls of components return, and publishes the
 * worker's heartbeat. It parks until the next heartbeat, until it is to look at the load, or until the next check of
 * calls if an executor does not wait.
 */
public final class Watchdog implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;
    private static final int PAUSES_BEFORE_FIRST_LOOK = 2;
    private static final long PULSE_NANOS = 500_000_000;

    private final LongSupplier clock;
    private final Thread thread;
    private final List<ExecutorThread> watched = new CopyOnWriteArrayList<>();
    private Optional<ThreadSharing> sharing = Optional.empty();
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
     * Watches the calls that a thread makes; while all such threads wait, nothing is checked. Must be called before the
     * watchdog starts.
     */
    void watch(ExecutorThread thread) {
        if (thread.lookPause() != NEVER) {
            lookPause = Math.min(lookPause, thread.lookPause());
            watched.add(thread);
        }
    }

    /** A thread goes on that has waited. */
    void woken() {
        // Volatile stores and loads on both sides: either the watchdog sees the state of the thread, or the thread sees
        // that the watchdog does not check calls
        if (!looks && lookPause != NEVER) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Lets executors share these threads, which have one each. Must be called before the watchdog starts.
     *
     * @param most share of its time, 0 to 1, for which a thread with several executors may be busy; 0: none share
     */
    public void share(List<ExecutorThread> threads, double most) {
        List<ExecutorThread> sharing =
                threads.stream().filter(ExecutorThread::mayShare).toList();
        if (sharing.size() > 1 && most > 0) {
            this.sharing = Optional.of(new ThreadSharing(sharing, new ThreadShares(most)::next));
        }
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
            long next = Math.min(Math.min(lookDue(now), pulseDue(now)), shareDue(now));
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
            watched.forEach(one -> one.look(now));
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

    private long shareDue(long now) {
        return sharing.isEmpty() ? NEVER : sharing.get().look(now);
    }

    private boolean allWait() {
        for (ExecutorThread one : watched) {
            if (!one.isUnwatched()) {
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
