// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.metrics.GaugeCell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/** The gauges of one task, which its thread samples once a second. */
final class Gauges {

    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final Function<String, GaugeCell> cells;
    private final Map<String, Gauge> gauges = new LinkedHashMap<>();
    private Runnable whenAdded = () -> {};
    private boolean due;
    private long next = Long.MAX_VALUE;

    private record Gauge(GaugeCell cell, DoubleSupplier value) {}

    Gauges(Function<String, GaugeCell> cells) {
        this.cells = cells;
    }

    /** Sets the action that lets the task run, and so sample an added gauge. */
    void whenAdded(Runnable action) {
        whenAdded = action;
    }

    /**
     * Adds a gauge, or gives the gauge of this name another source. A new gauge is sampled after the task's next turn.
     */
    void add(String name, DoubleSupplier value) {
        if (gauges.put(name, new Gauge(cells.apply(name), value)) == null) {
            due = true;
            whenAdded.run();
        }
    }

    /**
     * Samples all gauges if it is time.
     *
     * @param failed takes the name of a gauge that throws, and its exception
     * @return time when this must be called again
     */
    long sample(long now, BiConsumer<String, Throwable> failed) {
        if (due || next != Long.MAX_VALUE && now - next >= 0) {
            due = false;
            next = now + INTERVAL_NANOS;
            gauges.forEach((name, gauge) -> {
                try {
                    gauge.cell().set(gauge.value().getAsDouble());
                } catch (Throwable e) {
                    failed.accept(name, e);
                }
            });
        }
        return next;
    }
}
