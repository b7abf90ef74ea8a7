package io.millrace.runtime.engine;

import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.metrics.EngineMeterNames;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics of a task's engines. Without room for metrics the task works without them. Confined to the task's thread.
 */
final class EngineMeters {

    private static final Logger LOG = LoggerFactory.getLogger(EngineMeters.class);

    private final EngineUse use;
    private final Counter starts;
    private final Counter deaths;
    private final Counter deadMessages;
    private final Timer service;

    private int ready;
    private int free;

    EngineMeters(TaskContext context) {
        use = new EngineUse(context::nanoTime);
        starts = counter(context, EngineMeterNames.STARTS);
        deaths = counter(context, EngineMeterNames.DEATHS);
        deadMessages = counter(context, EngineMeterNames.DEAD_MESSAGES);
        service = timer(context, EngineMeterNames.SERVICE);
        gauge(context, EngineMeterNames.ALL, () -> ready);
        gauge(context, EngineMeterNames.FREE, () -> free);
        gauge(context, EngineMeterNames.BUSY_SHARE, use::share);
    }

    /** Shows the bounds of the number of engines. */
    static void showBounds(TaskContext context, Supplier<EngineBounds.Range> bounds) {
        gauge(context, EngineMeterNames.MIN, () -> bounds.get().min());
        gauge(context, EngineMeterNames.MAX, () -> bounds.get().max());
    }

    private static final class Unshown implements Counter {

        private long value;

        @Override
        public void add(long amount) {
            value += amount;
        }

        @Override
        public void set(long to) {
            value = to;
        }

        @Override
        public long get() {
            return value;
        }
    }

    private static Counter counter(TaskContext context, String name) {
        try {
            return context.counter(name);
        } catch (IllegalArgumentException e) {
            LOG.warn("{} is not shown: {}", name, e.getMessage());
            return new Unshown();
        }
    }

    private static Timer timer(TaskContext context, String name) {
        try {
            return context.timer(name);
        } catch (IllegalArgumentException e) {
            LOG.warn("{} is not shown: {}", name, e.getMessage());
            return nanos -> {};
        }
    }

    private static void gauge(TaskContext context, String name, DoubleSupplier value) {
        try {
            context.gauge(name, value);
        } catch (IllegalArgumentException e) {
            LOG.warn("{} is not shown: {}", name, e.getMessage());
        }
    }

    void changed(int nowReady, int nowFree) {
        ready = nowReady;
        free = nowFree;
        use.changed(ready, ready - free);
    }

    void started() {
        starts.increment();
    }

    void died() {
        deaths.increment();
    }

    void deadMessage() {
        deadMessages.increment();
    }

    void served(long nanos) {
        service.record(nanos);
    }
}
