package io.millrace.runtime.executor;

import io.millrace.runtime.cores.SharedCore;
import io.millrace.runtime.executor.ExecutorThread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of a worker's executors, one for each. While one of them has time for it, it runs all executors whose components do
 * not block, and the others wait; see {@link SharingRule}. Started and ended by the worker; its threads ask where they should run what.
 */
public final class ExecutorThreads {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PATIENCE_WITH_BLOCKING = Duration.ofMillis(100);

    /** The time between two verdicts. */
    static final long WINDOW_NANOS = 20_000_000;

    /** Says whether one thread is to run all executors that do not block; called by one thread at a time. */
    public interface Sharing {
        /**
         * @param nanos since it was asked last; more than 0
         * @param busyNanos that all threads together were busy meanwhile
         * @param slowNanos of these, those in long rounds
         */
        boolean shares(long nanos, long busyNanos, long slowNanos);
    }

    private final List<ExecutorThread> threads = new ArrayList<>();
    private final List<ExecutorThread> cooperative = new ArrayList<>();
    private final boolean mayShare;
    private final SharedCore core;

    private volatile boolean shares;

    // Guarded by this
    private final Sharing sharing;
    private long judgedAt;
    private long busyNanos;
    private long slowNanos;

    /**
     * @param sharing asked again and again while there is work, on any of the threads
     * @param core where they may run together with those of other workers
     */
    public ExecutorThreads(
            List<Executor> executors, WakeTimer timer, ClassLoader loader, Sharing sharing, SharedCore core) {
        this.sharing = sharing;
        this.core = core;
        for (Executor executor : executors) {
            ExecutorThread thread = new ExecutorThread(executor, this, timer, loader);
            threads.add(thread);
            if (!executor.isBlocking()) {
                cooperative.add(thread);
            }
        }
        this.mayShare = cooperative.size() > 1 && executors.get(0).setup().mayShareThread();
        this.judgedAt = mayShare ? executors.get(0).turnStart() : 0;
    }

    public void start() {
        threads.forEach(ExecutorThread::start);
    }

    /** What the threads are doing. */
    public List<State> states() {
        return threads.stream().map(ExecutorThread::state).toList();
    }

    /** Lets all threads close what they run, and waits for them; not for one whose component ignores its interruption. */
    public void end() {
        threads.forEach(ExecutorThread::stop);
        threads.forEach(thread -> thread.join(thread.runsBlocking() ? PATIENCE_WITH_BLOCKING : PATIENCE));
    }

    // The executors' threads

    SharedCore core() {
        return core;
    }

    /** Whether one thread runs all executors that do not block. */
    boolean shares() {
        return shares;
    }

    /** The thread that should run the executor whose home this is. */
    ExecutorThread hostOf(ExecutorThread home) {
        return shares && !home.runsBlocking() ? cooperative.get(0) : home;
    }

    /** Looks at what the threads have done, if nobody has within the window; they hear of it if something changes. */
    void judge(long now) {
        if (!mayShare) {
            return;
        }
        boolean before;
        synchronized (this) {
            before = shares;
            long nanos = now - judgedAt;
            if (nanos < WINDOW_NANOS) {
                return;
            }
            long busy = 0;
            long slow = 0;
            for (ExecutorThread thread : cooperative) {
                busy += thread.load().busyNanos();
                slow += thread.load().slowNanos();
            }
            boolean should = sharing.shares(nanos, busy - busyNanos, slow - slowNanos);
            shares = should && (before || !isAnyHeldUp(now));
            judgedAt = now;
            busyNanos = busy;
            slowNanos = slow;
        }
        if (shares != before) {
            cooperative.forEach(ExecutorThread::wake);
        }
    }

    private boolean isAnyHeldUp(long now) {
        for (ExecutorThread thread : cooperative) {
            if (thread.isHeldUp(now)) {
                return true;
            }
        }
        return false;
    }
}
