package io.millrace.runtime.engine;

import io.millrace.api.BoltCollector;
import io.millrace.api.EngineTask;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines of one task: gives messages to those that are free, emits what they emit, and acks or fails. Confined to the task's thread, but for
 * {@link #post}.
 */
final class EnginePool implements EngineTask, EngineThread.Owner {

    private static final Logger LOG = LoggerFactory.getLogger(EnginePool.class);
    private static final long RETRY_NANOS = 1_000_000L;

    /** So long an engine may take to end when its task is closed. */
    private static final long END_NANOS = 10_000_000_000L;

    private static final long STOP_MILLIS = 100;

    private final TaskContext context;
    private final BoltCollector out;
    private final EngineSettings settings;
    private final EngineMeters meters;
    private final MessageDeaths deaths;
    private final EngineWatch watch;
    private final IntFunction<EngineThread> maker;
    private final HeldWatermarks watermarks = new HeldWatermarks();

    private final List<EngineThread> all = new ArrayList<>();

    /** Those that are ready and have no message; the one that became free last is taken first, as its caches are warm. */
    private final ArrayDeque<EngineThread> free = new ArrayDeque<>();

    /** Those that have one. */
    private final Map<EngineThread, Message> busy = new HashMap<>();

    /** Messages whose engines have died before they saw them. */
    private final ArrayDeque<Message> returned = new ArrayDeque<>();

    private Listener listener = (nowFree, nowReady) -> {};
    private boolean inputPaused;

    private volatile boolean closed;

    /** @param threads makes the thread of an engine from this and its number */
    EnginePool(
            TaskContext context,
            BoltCollector out,
            EngineSettings settings,
            MessageDeaths deaths,
            ThreadMaker threads) {
        this.context = context;
        this.out = out;
        this.settings = settings;
        this.deaths = deaths;
        this.meters = new EngineMeters(context);
        this.maker = number -> threads.make(this, number);
        this.watch = new EngineWatch("engine-watch-" + context.taskId(), settings.clock());
    }

    /** Makes the thread of an engine. */
    interface ThreadMaker {

        EngineThread make(EngineThread.Owner owner, int number);
    }

    void start(int engines) {
        changed();
        for (int number = 0; number < engines; number++) {
            add(number);
        }
        watch.start();
    }

    private void add(int number) {
        EngineThread engine = maker.apply(number);
        all.add(engine);
        watch.add(engine);
        engine.start();
    }

    @Override
    public void execute(Tuple input) {
        Message message = new Message(input, watermarks.begun());
        if (free.isEmpty()) {
            returned.add(message);
        } else {
            give(message);
        }
        changed();
    }

    private void give(Message message) {
        EngineThread engine = free.pop();
        busy.put(engine, message);
        engine.give(message);
    }

    private void changed() {
        while (!returned.isEmpty() && !free.isEmpty()) {
            give(returned.remove());
        }
        if (inputPaused != free.isEmpty()) {
            inputPaused = free.isEmpty();
            if (inputPaused) {
                out.pauseInput();
            } else {
                out.resumeInput();
            }
        }
        int ready = free.size() + busy.size();
        meters.changed(ready, free.size());
        listener.changed(free.size(), ready);
    }

    @Override
    public void watermark(Runnable pass) {
        watermarks.add(pass);
    }

    @Override
    public void watch(Listener told) {
        listener = told;
        changed();
    }

    // What engines tell

    @Override
    public void post(Runnable command) {
        while (!closed) {
            try {
                context.execute(command);
                return;
            } catch (RejectedExecutionException e) {
                // As many commands wait as may, or the task is closed
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
        throw new EngineStopped();
    }

    @Override
    public void ready(EngineThread engine) {
        if (all.contains(engine)) {
            meters.started();
            if (!busy.containsKey(engine)) {
                free.push(engine);
            }
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
            } catch (RuntimeException e) {
                // A value that cannot be encoded
                fail(message);
                out.reportError(e);
            }
        }
    }

    @Override
    public void processed(EngineThread engine, Message message, MessageFailure failure, long serviceNanos) {
        meters.served(serviceNanos);
        deaths.processed(message.input);
        if (busy.remove(engine) != null) {
            free.push(engine);
        }
        changed();
        if (failure == null) {
            ack(message);
        } else {
            fail(message);
            throw failure;
        }
    }

    @Override
    public void died(EngineThread engine, Message message, EngineDeath death, boolean over) {
        if (!all.contains(engine)) {
            return;
        }
        meters.died();
        free.remove(engine);
        Message had = busy.get(engine);
        // One that it was given later waits for its next start
        Message lost = over || had == message ? busy.remove(engine) : null;
        if (over) {
            all.remove(engine);
            watch.remove(engine);
            add(engine.number());
        }
        String what = "engine " + engine + " has died: " + death.getMessage();
        if (lost == null || !lost.begun) {
            if (lost != null) {
                returned.addFirst(lost);
            }
            out.reportError(new EngineDeath(what, death.getCause()));
        } else if (deaths.died(lost.input)) {
            dead(lost, what);
        } else {
            fail(lost);
            out.reportError(new EngineDeath(what + "; its message fails", death.getCause()));
        }
        changed();
    }

    private void dead(Message message, String what) {
        if (message.ended) {
            return;
        }
        meters.deadMessage();
        LOG.warn(
                "component '{}', task {}: {} engines have died on a message from '{}', which is not tried again; the last {}",
                context.componentId(),
                context.taskId(),
                MessageDeaths.MOST,
                message.input.sourceComponent(),
                what);
        if (settings.emitsDead()) {
            out.emitTo(Streams.DEAD, List.of(message.input), message.input.values(), what);
        }
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

    private void fail(Message message) {
        if (!message.ended) {
            out.fail(message.input);
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
        all.forEach(EngineThread::stop);
        long end = System.nanoTime() + END_NANOS;
        for (EngineThread engine : all) {
            while (!engine.awaitEnd(STOP_MILLIS) && end - System.nanoTime() > 0) {
                // It may have been about to start
                engine.stop();
            }
            if (end - System.nanoTime() <= 0) {
                LOG.warn("engine {} does not end", engine);
            }
        }
        busy.values().forEach(this::fail);
        returned.forEach(this::fail);
    }
}
