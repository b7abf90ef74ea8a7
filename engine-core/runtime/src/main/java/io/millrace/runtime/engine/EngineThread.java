// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.config.Backoff;
import io.millrace.api.error.Foreign;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Runs one engine: starts it, hands it one message at a time, and starts it again when it has died. It reports to the
 * {@link Owner} by commands of the task's thread.
 */
final class EngineThread implements Runnable, Emissions {

    /**
     * The task's side. The engine's thread and the watch call {@code post}, {@code remembersDeaths} and
     * {@code deadMessages}; the task's thread calls all else.
     */
    interface Owner {

        /**
         * Lets the task's thread run a command.
         *
         * @throws EngineStopped if the task is closed
         */
        void post(Runnable command);

        /** Returns whether {@code processed} needs the hash of a message. */
        boolean remembersDeaths();

        /** Returns the hashes of messages that are not given to an engine any more. */
        Set<Long> deadMessages();

        /** The engine has not been given its message, which is dead. */
        void refused(EngineThread engine, Message message);

        /** The engine can be given a message. */
        void ready(EngineThread engine);

        /** A message has results. */
        void emitted(Message message, List<Emission> emissions);

        /** A message has been processed, or has failed. */
        void processed(EngineThread engine, Message message, MessageFailure failure, long serviceNanos);

        /**
         * The engine has died.
         *
         * @param message message of the engine; null if it had none
         * @param over whether the thread of the engine ends, so that another one must be made
         */
        void died(EngineThread engine, Message message, EngineDeath death, boolean over);

        /** The worker cannot go on. */
        void fatal(Error error);
    }

    static final long NEVER = Long.MAX_VALUE;

    /** The interval in which an engine without messages is checked, and the time within which it must answer. */
    private static final long CHECK_NANOS = 5_000_000_000L;

    /** The pauses between restarts. The first restart is at once, and the second after the first pause. */
    private static final Backoff RESTART = new Backoff(100_000_000L, 10_000_000_000L);

    private static final long LOOK_NANOS = 10_000_000L;

    /**
     * The name of an engine.
     *
     * @param name name of the engine's thread
     * @param number number of the engine in its task, from 0
     */
    record Label(String name, int number) {}

    private final int number;
    private final EngineSettings settings;
    private final DeclaredStreams streams;
    private final Supplier<Engine> maker;
    private final MessageHash hash;
    private final StartTurns turns;
    private final Owner owner;
    private final Thread thread;

    // Any thread

    /** The message that the engine was given and that has not ended. The thread that removes it reports its end. */
    private final AtomicReference<Message> assigned = new AtomicReference<>();

    /**
     * The time at which the engine is killed, by the clock of the settings; {@link #NEVER} if it has nothing to do. The
     * thread that removes a passed time kills the engine.
     */
    private final AtomicLong deadline = new AtomicLong(NEVER);

    private volatile String overdue;
    private volatile Engine engine;
    private volatile boolean stopping;
    private volatile boolean givenUp;

    /** The number of the last call that the task has run. */
    private volatile int answered;

    // The engine's thread

    /** The number of deaths since the engine has processed a message. */
    private int deaths;

    private final EmissionLot lot = new EmissionLot();
    private int calls;

    EngineThread(
            Label label,
            EngineSettings settings,
            DeclaredStreams streams,
            Supplier<Engine> maker,
            MessageHash hash,
            StartTurns turns,
            Owner owner) {
        this.number = label.number();
        this.settings = settings;
        this.streams = streams;
        this.maker = maker;
        this.hash = hash;
        this.turns = turns;
        this.owner = owner;
        this.thread = new Thread(this, label.name());
        thread.setDaemon(true);
    }

    int number() {
        return number;
    }

    // The task's thread

    void start() {
        thread.start();
    }

    /** Gives a message to an engine that is free. */
    void give(Message message) {
        assigned.set(message);
        LockSupport.unpark(thread);
    }

    /** Ends the engine, at once if it has a message. */
    void stop() {
        stopping = true;
        Engine running = engine;
        boolean works = deadline.get() != NEVER || assigned.getAndSet(null) != null;
        if (works && running != null && !running.kill("its task has been closed")) {
            thread.interrupt();
        }
        LockSupport.unpark(thread);
    }

    /** Waits for the end of the thread. Returns whether it has ended. */
    boolean awaitEnd(long millis) {
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(Math.max(1, millis));
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return hasEnded();
    }

    boolean hasEnded() {
        return !thread.isAlive();
    }

    // The watch

    /** Kills the engine if it takes too long or too much memory. */
    void look(long now) {
        Engine watched = engine;
        if (watched == null || givenUp) {
            return;
        }
        long due = deadline.get();
        if (due != NEVER && due - now <= 0) {
            if (deadline.compareAndSet(due, NEVER)) {
                kill(watched, overdue);
            }
        } else if (settings.memory() > 0 && watched.memoryBytes() > settings.memory()) {
            kill(watched, "it takes more memory than engine.memory allows");
        }
    }

    private void kill(Engine watched, String reason) {
        if (!watched.kill(reason)) {
            giveUp(reason);
        }
        // The thread may wait for a message
        LockSupport.unpark(thread);
    }

    /** The thread cannot be made to go on: another one takes its place. */
    private void giveUp(String reason) {
        Message message = assigned.getAndSet(null);
        if (message != null) {
            // The thread's own hash is confined to the thread
            setHash(message, hash.another());
        }
        givenUp = true;
        thread.interrupt();
        EngineDeath death = new EngineDeath(reason);
        owner.post(() -> owner.died(this, message, death, true));
    }

    /** Sets the hash of a message. An error must not end this thread or the watch before the message is reported. */
    private void setHash(Message message, MessageHash by) {
        try {
            message.hash = by.of(message.input);
        } catch (Error e) {
            tell(() -> owner.fatal(e));
        }
    }

    // The engine's thread

    @Override
    public void run() {
        try {
            while (!isOver()) {
                runOnce();
            }
        } catch (EngineStopped e) {
            // No task waits for the engine
        } catch (Throwable e) {
            if (Foreign.isFatal(e)) {
                tell(() -> owner.fatal((Error) e));
            } else {
                EngineDeath death = new EngineDeath(Foreign.text(e), Foreign.readable(e));
                Message lost = assigned.getAndSet(null);
                if (lost != null) {
                    setHash(lost, hash);
                }
                tell(() -> owner.died(this, lost, death, true));
            }
        }
    }

    private void tell(Runnable command) {
        try {
            owner.post(command);
        } catch (EngineStopped e) {
            // The task ends anyway
        }
    }

    private boolean isOver() {
        return stopping || givenUp;
    }

    private void runOnce() {
        EngineDeath death;
        try {
            startEngine();
            if (!isOver()) {
                owner.post(() -> owner.ready(this));
                serve();
            }
            return;
        } catch (EngineStopped e) {
            throw e;
        } catch (EngineDeath e) {
            death = e;
        } catch (MessageFailure e) {
            death = new EngineDeath(e.getMessage(), e);
        } catch (RuntimeException e) {
            death = new EngineDeath(Foreign.text(e), Foreign.readable(e));
        } finally {
            deadline.set(NEVER);
            if (engine != null) {
                engine.end();
            }
        }
        lot.take();
        if (isOver()) {
            return;
        }
        Message lost = assigned.get();
        if (lost != null && lost.begun) {
            setHash(lost, hash);
        }
        // The task gives it nothing between this call and the next start, so a message is never given to a dead engine
        // and forgotten
        call(() -> owner.died(this, assigned.getAndSet(null), death, false));
        pause(RESTART.after(deaths++));
    }

    private void startEngine() throws EngineDeath {
        if (engine == null) {
            engine = maker.get();
        }
        try {
            awaitTurn();
            expire(settings.startNanos(), "it was not ready within engine.start.timeout");
            // A caller that ends the engine from here on sees the time, and kills the engine
            if (isOver()) {
                throw new EngineStopped();
            }
            engine.start();
        } finally {
            turns.leave(thread);
        }
        endTime();
    }

    private void awaitTurn() {
        long wait = turns.ask(thread, settings.clock().getAsLong());
        while (wait > 0 && !isOver()) {
            // The interrupt may have come too late
            Thread.interrupted();
            LockSupport.parkNanos(this, wait);
            wait = turns.ask(thread, settings.clock().getAsLong());
        }
    }

    private void expire(long nanos, String why) {
        overdue = why;
        deadline.set(settings.clock().getAsLong() + nanos);
    }

    /** @throws EngineDeath if the time was over, so that the engine is being killed */
    private void endTime() throws EngineDeath {
        if (deadline.getAndSet(NEVER) == NEVER) {
            throw new EngineDeath(overdue);
        }
    }

    private void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !isOver(); left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    private void serve() throws EngineDeath {
        while (serveNext()) {
            // The call has a frame of its own: the frame that waits for the next message would keep the last one, which
            // may be large
        }
    }

    /** Waits for a message and processes it. Returns false if the engine must end. */
    private boolean serveNext() throws EngineDeath {
        Message message = await();
        if (message == null) {
            return false;
        }
        if (isDead(message)) {
            refuse(message);
            return true;
        }
        message.begun = true;
        long begin = settings.clock().getAsLong();
        alive();
        MessageFailure failure = null;
        try {
            engine.process(message.input, this);
            deaths = 0;
        } catch (MessageFailure e) {
            failure = e;
        }
        endTime();
        end(message, failure, settings.clock().getAsLong() - begin);
        return true;
    }

    /** Returns whether a message has killed engines before. Its hash takes time, and is rarely needed. */
    private boolean isDead(Message message) {
        Set<Long> dead = owner.deadMessages();
        if (dead.isEmpty()) {
            return false;
        }
        setHash(message, hash);
        return dead.contains(message.hash);
    }

    private void refuse(Message message) {
        if (!assigned.compareAndSet(message, null)) {
            throw new EngineStopped();
        }
        owner.post(() -> owner.refused(this, message));
    }

    /** Waits for a message. Returns null if the engine must end. */
    private Message await() throws EngineDeath {
        long nextCheck = System.nanoTime() + CHECK_NANOS;
        while (!isOver()) {
            boolean alive = engine.isAlive();
            Message message = assigned.get();
            if (alive && message != null) {
                return message;
            }
            long left = nextCheck - System.nanoTime();
            if (!alive || left <= 0) {
                expire(CHECK_NANOS, "it did not answer although it had no message");
                engine.check();
                endTime();
                nextCheck = System.nanoTime() + CHECK_NANOS;
            } else {
                // The interrupt may have come too late
                Thread.interrupted();
                LockSupport.parkNanos(this, left);
            }
        }
        return null;
    }

    private void end(Message message, MessageFailure failure, long serviceNanos) {
        List<Emission> last = lot.take();
        if (owner.remembersDeaths()) {
            setHash(message, hash);
        }
        if (!assigned.compareAndSet(message, null)) {
            throw new EngineStopped();
        }
        owner.post(() -> {
            owner.emitted(message, last);
            owner.processed(this, message, failure, serviceNanos);
        });
    }

    @Override
    public void alive() {
        expire(settings.messageNanos(), settings.tooLong());
    }

    @Override
    public void emit(Emission emission) {
        String mistake = streams.mistake(emission.stream(), emission.values().length);
        if (mistake != null) {
            throw new IllegalArgumentException("it " + mistake);
        }
        if (lot.add(emission)) {
            handOver();
        }
    }

    /** Waits until the task has emitted the tuples that the message has so far. */
    private void handOver() {
        Message message = assigned.get();
        if (message == null) {
            throw new EngineStopped();
        }
        List<Emission> taken = lot.take();
        // The engine waits for the task now
        long due = deadline.getAndSet(NEVER);
        long begin = settings.clock().getAsLong();
        call(() -> owner.emitted(message, taken));
        if (due != NEVER) {
            deadline.set(due + (settings.clock().getAsLong() - begin));
        }
    }

    /** Lets the task run a command, and returns when it has run. */
    private void call(Runnable command) {
        int call = ++calls;
        owner.post(() -> {
            try {
                command.run();
            } finally {
                answered = call;
                LockSupport.unpark(thread);
            }
        });
        while (answered != call) {
            if (isOver()) {
                throw new EngineStopped();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    @Override
    public String toString() {
        return thread.getName();
    }
}
