package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.cores.SharedCore;
import io.millrace.runtime.link.CoreNeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that is the home of one executor. It runs that, or those of other threads too, or none, as {@link ExecutorThreads} says;
 * an executor passes from one thread to another between two turns. While there is work the thread never waits. When there is none it
 * does what {@link Idling} says; before it blocks, without a time-out, it publishes that it waits, and looks once more.
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

    private final Executor own;
    private final ExecutorThreads all;
    private final Doorbell bell;
    private final WakeTimer.Alarm alarm;
    private final Thread thread;
    private final ThreadLoad load = new ThreadLoad();
    private volatile State state = State.NEW;
    private volatile boolean stopping;
    private volatile boolean opened;
    private volatile boolean ownClosed;
    private volatile boolean givenUp;

    /** The thread that runs the own executor. */
    private volatile Thread host;

    // This thread
    /** The threads whose executors it runs. */
    private final List<ExecutorThread> hosted = new ArrayList<>();

    private final Foresight foresight = new Foresight();
    private Idling idling;

    /** Until when nothing arrives, as far as it was known before the last turn. */
    private long quietUntil;

    /** When it must be awake again. */
    private long blockUntil;

    private boolean settledShared;
    private long askedAt;

    // Guarded by this; what is given lies here until the thread takes it
    private final List<ExecutorThread> given = new ArrayList<>();
    private boolean ended;
    private volatile boolean isGiven;

    ExecutorThread(Executor executor, ExecutorThreads all, WakeTimer timer, ClassLoader loader) {
        this.own = executor;
        this.all = all;
        this.bell = executor.inbound().bell().home();
        this.alarm = timer.alarm(bell);
        this.thread = new Thread(this::run, executor.name());
        this.host = thread;
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
        if (executor.calls() != null) {
            timer.watch(executor.calls(), () -> host, alarm);
        }
    }

    // Any thread

    void start() {
        thread.start();
    }

    State state() {
        return state;
    }

    boolean runsBlocking() {
        return own.isBlocking();
    }

    ThreadLoad load() {
        return load;
    }

    /** Whether what it is given now would have to wait, for a component that opens or a call that takes long. */
    boolean isHeldUp(long now) {
        return !opened || state == State.RUNNING && load.isInLongRound(now);
    }

    /** Lets it see that something has changed. */
    void wake() {
        bell.ring();
    }

    /** Lets the loop end after its present round; what it runs is closed then. */
    void stop() {
        stopping = true;
        own.end();
        wake();
    }

    /**
     * Waits for the end of the thread after {@link #stop}. A component that blocks is interrupted when the patience is
     * over, and given up when it is over again. The thread itself does not wait for its own end.
     */
    void join(Duration patience) {
        if (Thread.currentThread() == thread || joined(patience)) {
            return;
        }
        givenUp = true;
        wake();
        thread.interrupt();
        if (!joined(patience)) {
            LOG.error(
                    "{} does not end: one of its components blocks and ignores its interruption; declare it blocking()"
                            + " and let it return when its thread is interrupted",
                    own);
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

    /**
     * Takes over an executor when it is woken next, by the thread that has run it until now, which does not touch it any more then;
     * false if this thread has ended.
     */
    private synchronized boolean take(ExecutorThread home) {
        if (ended) {
            return false;
        }
        home.host = thread;
        // Before this thread looks for its work; see HostBell
        home.own.inbound().bell().moveTo(bell);
        given.add(home);
        isGiven = true;
        return true;
    }

    // This thread

    private void run() {
        state = State.RUNNING;
        hosted.add(this);
        askedAt = own.turnStart();
        boolean sharp = own.setup().napNanos() > 0 && TimerSlack.sharpen();
        boolean sharesCore = !own.isBlocking() && Idling.looksOften(own.setup().napNanos());
        SharedCore.Seat seat = sharesCore ? all.core().seat() : SharedCore.Seat.NONE;
        idling = new Idling(
                own.setup().napNanos(), own.setup().lingerNanos(), sharp, new CoreSharing(seat, new OthersOnNode()));
        try {
            try {
                own.open();
            } catch (Throwable e) {
                own.failed(e);
            }
            opened = true;
            loop();
        } catch (Throwable e) {
            own.failed(e);
        } finally {
            // An interrupt was meant for what blocked, not for what closes
            Thread.interrupted();
            try {
                giveBack(hosted);
                awaitOwn();
                close();
                synchronized (this) {
                    ended = true;
                }
                giveBack(given);
            } finally {
                seat.leave();
                state = State.ENDED;
            }
        }
    }

    /** Lets others close their own executors: one after the other they might take too long, or hang. */
    private void giveBack(List<ExecutorThread> homes) {
        for (ExecutorThread home : List.copyOf(homes)) {
            if (home != this && home.take(home)) {
                homes.remove(home);
                home.wake();
            }
        }
    }

    /** Until the thread that runs the own executor has given it back or closed it, or nobody waits for that any more. */
    private void awaitOwn() {
        takeGiven();
        while (!hosted.contains(this) && !ownClosed && !givenUp) {
            bell.prepareWait();
            if (isGiven || ownClosed || givenUp) {
                bell.cancelWait();
            } else {
                bell.block();
            }
            takeGiven();
        }
    }

    /** All that is left here: others have ended before this thread could give it back. */
    private void close() {
        hosted.forEach(ExecutorThread::closeOwn);
        hosted.clear();
    }

    /** By the thread that runs the executor. */
    private void closeOwn() {
        try {
            own.close();
        } catch (Throwable e) {
            LOG.error("{} does not close properly", own, e);
        } finally {
            ownClosed = true;
            wake();
        }
    }

    private void loop() {
        while (!stopping) {
            settle();
            closeFailed();
            if (hosted.isEmpty()) {
                quietUntil = 0;
                idling.away();
                load.away();
                keepHome();
                continue;
            }
            boolean worked = round(false) > 0;
            long now = first().turnStart();
            load.round(now, worked);
            if (now - askedAt >= ExecutorThreads.WINDOW_NANOS) {
                all.judge(now);
                askedAt = now;
            }
            if (worked) {
                if (worked(now)) {
                    letOthersRun();
                }
                continue;
            }
            long next = idle(now, deadline(now));
            pause(next == Idling.BLOCK ? await() : next);
        }
    }

    /** What they take is neither work of the executor nor of this thread. */
    private void letOthersRun() {
        Executor last = hosted.get(hosted.size() - 1).own;
        long now = last.setup().clock().getAsLong();
        last.turnEnded(now);
        load.round(now, false);
        idling.letsOthersRun(now);
        Thread.yield();
    }

    private void pause(long next) {
        if (next == Idling.SPIN) {
            Thread.onSpinWait();
        } else if (next == Idling.YIELD) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, next);
        }
    }

    private Executor first() {
        return hosted.get(0).own;
    }

    /** Takes what it is given, and gives away what another thread should run. */
    private void settle() {
        boolean shared = all.shares();
        if (shared == settledShared && !isGiven) {
            return;
        }
        settledShared = shared;
        takeGiven();
        for (Iterator<ExecutorThread> homes = hosted.iterator(); homes.hasNext(); ) {
            ExecutorThread home = homes.next();
            ExecutorThread target = all.hostOf(home);
            if (target != this && target.take(home)) {
                homes.remove();
                target.wake();
            }
        }
    }

    private synchronized void takeGiven() {
        hosted.addAll(given);
        given.clear();
        isGiven = false;
    }

    /** One turn of each executor. */
    private int round(boolean mayBlock) {
        int work = 0;
        Executor before = hosted.size() > 1 ? hosted.get(hosted.size() - 1).own : null;
        for (int i = 0; i < hosted.size(); i++) {
            Executor executor = hosted.get(i).own;
            try {
                work += executor.doWork(mayBlock);
            } catch (Throwable e) {
                executor.failed(e);
                work++;
            }
            if (before != null) {
                before.turnEnded(executor.turnStart());
                before = executor;
            }
        }
        return work;
    }

    private void closeFailed() {
        for (int i = hosted.size() - 1; i >= 0; i--) {
            if (hosted.get(i).own.failure() != null) {
                hosted.remove(i).closeOwn();
            }
        }
    }

    /** A turn with work: whether to let others run before the next. */
    private boolean worked(long now) {
        quietUntil = 0;
        foresight.worked(now);
        return idling.worked(now);
    }

    /** A turn without work: returns what to do, as {@link Idling} says. */
    private long idle(long now, long deadline) {
        long others = othersRestUntil(now);
        // What had been sent before others said that they rest would have been found since, and while this looked at
        // one after the other,
        // one may have sent to another and rested again
        boolean quiet = quietUntil > now && others > now;
        long end = quiet ? Math.min(deadline, Math.min(quietUntil, others)) : deadline;
        quietUntil = foresight.nothingArrivesUntil(now, others, deadline);
        blockUntil = end;
        return idling.next(now, until(end, now), quiet ? Expecting.NOTHING : expecting());
    }

    private static long until(long deadline, long now) {
        return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, deadline - now);
    }

    /** Of the executors that the thread runs, the first speaks for it. */
    private final class OthersOnNode implements CoreSharing.Others {

        @Override
        public void tell(long need) {
            for (int i = 0; i < hosted.size(); i++) {
                hosted.get(i).own.coreNeed(i == 0 ? need : CoreNeed.NONE);
            }
        }

        @Override
        public int sharers(long now) {
            return first().paths().sharers(now);
        }

        @Override
        public int need(long now) {
            return first().paths().sharersNeed(now);
        }
    }

    private long othersRestUntil(long now) {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < hosted.size() && first > now; i++) {
            first = Math.min(first, hosted.get(i).own.othersRestUntil());
        }
        return first;
    }

    /** When something must run even if nothing arrives. */
    private long deadline(long now) {
        long deadline = Long.MAX_VALUE;
        for (int i = 0; i < hosted.size(); i++) {
            Executor executor = hosted.get(i).own;
            if (executor.polls()) {
                return now;
            }
            deadline = Math.min(deadline, executor.deadline());
        }
        return deadline;
    }

    private Expecting expecting() {
        for (int i = 0; i < hosted.size(); i++) {
            if (hosted.get(i).own.awaitsOthers()) {
                return Expecting.TUPLES;
            }
        }
        return Expecting.COMMANDS;
    }

    /** Blocks, unless there is work or soon will be; returns how to go on. */
    private long await() {
        bell.prepareWait();
        if (hasNews()) {
            bell.cancelWait();
            return Idling.SPIN;
        }
        boolean worked = round(true) > 0;
        long now = first().turnStart();
        load.round(now, worked);
        if (worked) {
            bell.cancelWait();
            worked(now);
            return Idling.SPIN;
        }
        long next = idle(now, deadline(now));
        if (next != Idling.BLOCK) {
            bell.cancelWait();
            return next;
        }
        block(blockUntil);
        return Idling.SPIN;
    }

    private boolean hasNews() {
        return stopping || isGiven || all.shares() != settledShared;
    }

    /**
     * Waits for something to run; other processes ring here for the own executor. Each time, the thread that runs that one is told
     * after this one has published that it waits: a ring in between is not lost then, and who polls the ring finds it waiting, as it
     * should for its last look.
     */
    private void keepHome() {
        bell.prepareWait();
        if (hasNews()) {
            bell.cancelWait();
            return;
        }
        if (!own.inbound().bell().isAt(bell)) {
            own.inbound().bell().ring();
        }
        block(Long.MAX_VALUE);
    }

    private void block(long deadline) {
        alarm.arm(Idling.alarm(deadline));
        state = State.WAITING;
        bell.block();
        state = State.RUNNING;
        alarm.woken();
    }
}
