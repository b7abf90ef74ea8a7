// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.BoltCollector;
import io.millrace.api.EngineHost;
import io.millrace.api.EngineTask;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.error.Foreign;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines of one task: gives messages to free engines, emits their emissions, and acks or fails. Confined to the
 * task's thread, but for {@link #post}, {@link #remembersDeaths} and {@link #deadMessages}.
 */
final class EnginePool implements EngineTask, EngineThread.Owner, EngineScaling.Engines {

    /** Makes the thread of an engine. */
    interface ThreadMaker {

        EngineThread make(EngineThread.Owner owner, int number);
    }

    private static final Logger LOG = LoggerFactory.getLogger(EnginePool.class);

    /** The reason with which unfinished messages fail when the task is closed. */
    private static final String CLOSED = "its task has been closed";

    private static final long RETRY_NANOS = 1_000_000L;

    /** The time that an engine may take to end when its task is closed. */
    private static final long END_NANOS = 10_000_000_000L;

    private static final long STOP_MILLIS = 100;

    private final TaskContext context;
    private final BoltCollector out;
    private final EngineSettings settings;
    private final EngineMeters meters;
    private final ThreadMaker threads;
    private final EngineWatch watch;
    private final MessageDeaths deaths = new MessageDeaths();
    private final WatermarkQueue watermarks = new WatermarkQueue();
    private final HungThreads hung = new HungThreads();

    private final EngineSet engines;

    /** Messages whose engines have died before they saw the message. */
    private final ArrayDeque<Message> returned = new ArrayDeque<>();

    private final List<Listener> listeners = new ArrayList<>();
    private boolean inputPaused;

    /** The number of engines that will be started when hanging threads have ended. */
    private int replacing;

    /** The scaling of the number of engines; null if the number is fixed. */
    private EngineScaling scaling;

    private volatile boolean closed;

    /** Whether a look was asked for that has not been taken. */
    private volatile boolean lookAsked;

    EnginePool(TaskContext context, BoltCollector out, EngineSettings settings, ThreadMaker threads) {
        this.context = context;
        this.out = out;
        this.settings = settings;
        this.engines = new EngineSet(settings.clock());
        this.threads = threads;
        this.meters = new EngineMeters(context);
        this.watch = new EngineWatch("engine-watch-" + context.taskId(), settings.clock());
    }

    /** Lets the number of engines follow the messages that wait. Must be called before {@link #start}. */
    void scale(EngineScaler scaler, EngineRoom room, int slots) {
        scaling = new EngineScaling(scaler, room, slots, settings.clock(), this);
        EngineMeters.showBounds(context, scaler::bounds);
        watch.atEachLook(this::askForLook);
    }

    void start(int count) {
        changed();
        begin(count);
        watch.start();
    }

    /** Asks for a look; the watch calls this. */
    private void askForLook() {
        if (scaling.isElastic() && !lookAsked) {
            lookAsked = true;
            post(() -> {
                lookAsked = false;
                scaling.look();
            });
        }
    }

    @Override
    public int count() {
        return engines.size() + replacing;
    }

    @Override
    public int starting() {
        return engines.starting();
    }

    @Override
    public int free() {
        return engines.free();
    }

    @Override
    public int idleSince(long time) {
        return engines.idleSince(time);
    }

    @Override
    public void begin(int count) {
        engines.forgetEnded();
        for (int i = 0; i < count; i++) {
            add();
        }
    }

    @Override
    public void end(int count) {
        engines.firstToEnd(count).forEach(this::leave);
        changed();
    }

    /** Lets an engine take no further message, and end when it has none. */
    private void leave(EngineThread engine) {
        engines.leaves(engine);
        if (!engines.isBusy(engine)) {
            stop(engine);
        }
    }

    private void stop(EngineThread engine) {
        engines.stopped(engine);
        watch.remove(engine);
        engine.stop();
    }

    private void add() {
        EngineThread engine = threads.make(this, engines.unusedNumber());
        engines.add(engine);
        watch.add(engine);
        engine.start();
    }

    @Override
    public void execute(Tuple input) {
        Message message = new Message(input, watermarks.begun());
        if (engines.free() == 0) {
            returned.add(message);
        } else {
            give(message);
        }
        changed();
    }

    @Override
    public int held() {
        return engines.busy() + returned.size();
    }

    private void give(Message message) {
        message.given = settings.clock().getAsLong();
        engines.take(message).give(message);
    }

    private void changed() {
        while (!returned.isEmpty() && engines.free() > 0) {
            give(returned.remove());
        }
        if (inputPaused != (engines.free() == 0)) {
            inputPaused = engines.free() == 0;
            if (inputPaused) {
                out.pauseInput();
            } else {
                out.resumeInput();
            }
        }
        meters.changed(ready(), engines.free());
        for (Listener each : listeners) {
            each.changed(engines.free(), ready());
        }
    }

    private int ready() {
        return engines.free() + engines.busy();
    }

    @Override
    public void watermark(Runnable pass) {
        watermarks.add(pass);
    }

    @Override
    public void watch(Listener listener) {
        listeners.add(listener);
        listener.changed(engines.free(), ready());
    }

    @Override
    public void host(EngineHost host) {
        if (scaling != null) {
            scaling.host(host);
        }
    }

    @Override
    public void bounds(EngineBounds.Range bounds) {
        if (scaling != null) {
            scaling.bounds(bounds);
        }
    }

    @Override
    public int endingWithin(long nanos) {
        return ExpectedEndings.within(
                engines.staying(), serviceNanos(), settings.clock().getAsLong(), nanos);
    }

    @Override
    public long nextEndingWithin(long nanos) {
        return ExpectedEndings.next(
                engines.staying(), serviceNanos(), settings.clock().getAsLong(), nanos);
    }

    private long serviceNanos() {
        return scaling == null ? 0 : scaling.serviceNanos();
    }

    // Reports of engines

    @Override
    public void post(Runnable command) {
        while (!closed) {
            try {
                context.execute(command);
                return;
            } catch (RejectedExecutionException e) {
                // The limit of waiting commands is reached, or the task is closed
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
        throw new EngineStopped();
    }

    @Override
    public boolean remembersDeaths() {
        return deaths.any();
    }

    @Override
    public Set<Long> deadMessages() {
        return deaths.dead();
    }

    @Override
    public void refused(EngineThread engine, Message message) {
        endedMessage(engine);
        dead(message, deaths.lastDeath(message.hash));
    }

    @Override
    public void ready(EngineThread engine) {
        if (engines.contains(engine)) {
            meters.started();
            engines.isFree(engine);
            changed();
        }
    }

    @Override
    public void emitted(Message message, List<Emission> emissions) {
        for (Emission each : emissions) {
            if (message.ended) {
                return;
            }
            try {
                out.emitTo(each.stream(), each.anchored() ? List.of(message.input) : List.of(), each.values());
            } catch (RuntimeException | Error e) {
                Foreign.throwIfFatal(e);
                // The exception is of a value that cannot be encoded
                fail(message, Foreign.line(e));
                out.reportError(e);
            }
        }
    }

    @Override
    public void processed(EngineThread engine, Message message, MessageFailure failure, long serviceNanos) {
        meters.served(serviceNanos);
        if (scaling != null) {
            scaling.served(serviceNanos);
        }
        deaths.processed(message.hash);
        endedMessage(engine);
        if (failure == null) {
            ack(message);
        } else {
            fail(message, failure.getMessage());
            throw failure;
        }
    }

    /** The engine has no message any more. */
    private void endedMessage(EngineThread engine) {
        if (engines.endMessage(engine)) {
            if (engines.isLeaving(engine)) {
                stop(engine);
            } else {
                engines.isFree(engine);
            }
        }
        changed();
    }

    @Override
    public void died(EngineThread engine, Message message, EngineDeath death, boolean over) {
        boolean leaves = engines.isLeaving(engine);
        if (!leaves && !engines.contains(engine)) {
            return;
        }
        meters.died();
        engines.stopped(engine);
        engines.endMessage(engine);
        if (over) {
            engines.remove(engine);
            watch.remove(engine);
            hung.add(engine);
            if (!leaves) {
                replace();
            }
        } else if (leaves) {
            stop(engine);
        }
        String what = "engine " + engine + " has died: " + death.getMessage();
        if (message == null || !message.begun) {
            if (message != null) {
                returned.addFirst(message);
            }
            out.reportError(new EngineDeath(what, death.getCause()));
        } else if (deaths.died(message.hash)) {
            dead(message, what);
        } else {
            fail(message, what);
            out.reportError(new EngineDeath(what + "; its message fails", death.getCause()));
        }
        changed();
    }

    /** Starts an engine in the place of one that hangs: at once, or when few enough hang. */
    private void replace() {
        if (hung.mayReplace(engines.size() + 1)) {
            add();
            return;
        }
        hung.warn(LOG, context);
        replacing++;
        context.executeAt(context.nanoTime() + HungThreads.LOOK_NANOS, () -> {
            replacing--;
            replace();
        });
    }

    private void dead(Message message, String what) {
        if (message.ended) {
            return;
        }
        try {
            if (settings.emitsDead()) {
                out.emitTo(Streams.DEAD, List.of(message.input), message.input.values(), what);
            }
        } catch (RuntimeException | Error e) {
            Foreign.throwIfFatal(e);
            // The message may be too large for another worker, or have no form there. It comes again if its source
            // repeats it
            deaths.comesAgain(message.hash, what);
            fail(message, what);
            out.reportError(new IllegalStateException(
                    "a message on which " + MessageDeaths.MOST + " engines have died cannot be emitted to '"
                            + Streams.DEAD + "', and fails whenever it comes, without an engine; the last " + what,
                    e));
            return;
        }
        deaths.emitted(message.hash);
        meters.deadMessage();
        LOG.warn(
                "component '{}', task {}: {} engines have died on a message from '{}', which is not tried again; the"
                        + " last {}",
                context.componentId(),
                context.taskId(),
                MessageDeaths.MOST,
                message.input.sourceComponent(),
                what);
        ack(message);
    }

    @Override
    public void fatal(Error error) {
        throw error;
    }

    private void ack(Message message) {
        if (!message.ended) {
            out.ack(message.input);
            end(message);
        }
    }

    private void fail(Message message, String reason) {
        if (!message.ended) {
            out.fail(message.input, reason);
            end(message);
        }
    }

    private void end(Message message) {
        message.ended = true;
        watermarks.ended(message.span);
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        if (scaling != null) {
            scaling.close();
        }
        List<EngineThread> all = engines.withLeaving();
        all.forEach(EngineThread::stop);
        long end = System.nanoTime() + END_NANOS;
        for (EngineThread engine : all) {
            while (!engine.awaitEnd(STOP_MILLIS) && end - System.nanoTime() > 0) {
                // The engine may have been about to start
                engine.stop();
            }
            if (!engine.hasEnded()) {
                LOG.warn("engine {} does not end", engine);
            }
        }
        engines.messages().forEach(message -> fail(message, CLOSED));
        returned.forEach(message -> fail(message, CLOSED));
    }
}
