package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.idle.TimerSlack;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One thread per worker that rings the doorbells of executors which block until a deadline, checks whether calls of
 * components return, and publishes the worker's heartbeat. An executor arms its alarm before it blocks. Only this
 * thread parks with a time-out: until the earliest alarm, the next heartbeat, or the next check if an executor does not
 * block.
 */
public final class WakeTimer implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;
    private static final int PAUSES_BEFORE_FIRST_LOOK = 2;
    private static final long PULSE_NANOS = 500_000_000;

    /** The most time after which a virtual thread learns that another process has rung. */
    private static final long POLL_NANOS = 1_000_000;

    /** The deadline of one executor. */
    public final class Alarm {

        private final AtomicLong deadline = new AtomicLong(NEVER);
        private final Doorbell bell;
        private boolean watched;
        private volatile boolean blocks;

        private Alarm(Doorbell bell) {
            this.bell = bell;
        }

        /**
         * Rings the doorbell at this time or later; {@link Long#MAX_VALUE} for never. Called by the executor's thread.
         */
        public void arm(long time) {
            blocks = true;
            // Volatile stores and loads on both sides: either the timer's scan sees the alarm, or this thread sees
            // that the timer sleeps too long
            deadline.set(time);
            if (time < sleepsUntil || isPolled() && !polls) {
                LockSupport.unpark(thread);
            }
        }

        private boolean isPolled() {
            return bell instanceof PolledDoorbell;
        }

        /** The executor's thread does not block any more, and may call components. */
        public void woken() {
            // The store is volatile as in arm: either the timer sees it, or this thread sees that the timer does not
            // check calls
            blocks = false;
            if (watched && !looks) {
                LockSupport.unpark(thread);
            }
        }
    }

    private record Watched(CallWatch calls, Thread thread, Alarm alarm) {}

    private final LongSupplier clock;
    private final Thread thread;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final List<Alarm> alarms = new CopyOnWriteArrayList<>();
    private long lookPause = NEVER;
    private long nextLook = NEVER;
    private Heartbeat heartbeat;
    private long nextPulse;
    private volatile long sleepsUntil = NEVER;
    private volatile boolean looks;
    private volatile boolean polls;
    private volatile boolean closed;

    public WakeTimer(String name, LongSupplier clock) {
        this.clock = clock;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public Alarm alarm(Doorbell bell) {
        Alarm alarm = new Alarm(bell);
        alarms.add(alarm);
        return alarm;
    }

    /**
     * Watches the calls that an executor makes. Must be called before the timer starts.
     *
     * @param caller the thread that makes the calls
     * @param alarm alarm of that thread; while all such threads block, no call is checked
     */
    void watch(CallWatch calls, Thread caller, Alarm alarm) {
        alarm.watched = true;
        lookPause = Math.min(lookPause, calls.pauseNanos());
        watched.add(new Watched(calls, caller, alarm));
    }

    /** Publishes a heartbeat twice a second. Must be called before the timer starts. */
    public void publish(Heartbeat published) {
        heartbeat = published;
    }

    public void start() {
        nextPulse = heartbeat == null ? NEVER : clock.getAsLong();
        thread.start();
    }

    private void run() {
        TimerSlack.sharpen();
        while (!closed) {
            sleepsUntil = NEVER;
            looks = false;
            polls = false;
            long now = clock.getAsLong();
            long next = Math.min(Math.min(ringDue(now), lookDue(now)), pulseDue(now));
            sleepsUntil = next;
            if (next == NEVER) {
                LockSupport.park(this);
            } else if (next > now) {
                LockSupport.parkNanos(this, next - now);
            }
        }
    }

    /** Checks calls if it is time. Returns when the next check is due, which is never while all executors block. */
    private long lookDue(long now) {
        if (allBlock()) {
            nextLook = NEVER;
            return NEVER;
        }
        looks = true;
        if (nextLook == NEVER) {
            // The check comes late, because most executors that wake block again at once, and a check costs as much as
            // a wake-up
            nextLook = now + PAUSES_BEFORE_FIRST_LOOK * lookPause;
        } else if (nextLook <= now) {
            for (Watched one : watched) {
                one.calls().look(now, () -> one.thread().getStackTrace());
            }
            nextLook = now + lookPause;
        }
        return nextLook;
    }

    /** Returns the time when the next pulse is due. */
    private long pulseDue(long now) {
        if (nextPulse <= now) {
            heartbeat.pulse();
            nextPulse = now + PULSE_NANOS;
        }
        return nextPulse;
    }

    private boolean allBlock() {
        for (Watched one : watched) {
            if (!one.alarm().blocks) {
                return false;
            }
        }
        return true;
    }

    /** Returns the time when the next alarm is due. */
    private long ringDue(long now) {
        long next = NEVER;
        for (Alarm alarm : alarms) {
            long deadline = alarm.deadline.get();
            if (deadline <= now) {
                // This fails if the alarm was armed anew meanwhile; that call has unparked this thread
                alarm.deadline.compareAndSet(deadline, NEVER);
                // The thread need not report that it wakes
                alarm.blocks = false;
                alarm.bell.ring();
            } else {
                next = Math.min(next, deadline);
                if (alarm.isPolled() && alarm.blocks) {
                    polls = true;
                    ((PolledDoorbell) alarm.bell).poll();
                    next = Math.min(next, now + POLL_NANOS);
                }
            }
        }
        return next;
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
