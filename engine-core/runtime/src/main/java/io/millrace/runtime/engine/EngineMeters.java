// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
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
        starts = counter(context, EngineFigure.STARTS.meter());
        deaths = counter(context, EngineFigure.DEATHS.meter());
        deadMessages = counter(context, EngineFigure.DEAD_MESSAGES.meter());
        service = timer(context, EngineMetrics.SERVICE);
        gauge(context, EngineFigure.ALL.meter(), () -> ready);
        gauge(context, EngineFigure.FREE.meter(), () -> free);
        gauge(context, EngineFigure.BUSY_SHARE.meter(), use::share);
    }

    /** Shows the bounds of the number of engines. */
    static void showBounds(TaskContext context, Supplier<EngineBounds.Range> bounds) {
        gauge(context, EngineFigure.MIN.meter(), () -> bounds.get().min());
        gauge(context, EngineFigure.MAX.meter(), () -> bounds.get().max());
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
