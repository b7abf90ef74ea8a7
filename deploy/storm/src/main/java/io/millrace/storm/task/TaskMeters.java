// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metered;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Sampling;
import io.millrace.api.TaskContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.apache.storm.metric.api.IMetric;

/** Shows the metrics that a component of Storm registers as gauges of its task. Any thread may register. */
final class TaskMeters {

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    private final TaskContext context;
    private final Turn turn;
    private final Map<String, IMetric> old = new ConcurrentHashMap<>();

    /** The last value of each metric of Storm 1, which is reset when it is read. */
    private final Map<String, Double> last = new ConcurrentHashMap<>();

    TaskMeters(TaskContext context, Turn turn) {
        this.context = context;
        this.turn = turn;
    }

    IMetric old(String name) {
        return old.get(name);
    }

    /** Shows a metric of Storm 1: its value at the end of each bucket; one gauge per key if the value is a map. */
    void add(String name, IMetric metric, int bucketSeconds) {
        if (old.putIfAbsent(name, metric) != null) {
            throw new IllegalArgumentException("The same metric name `" + name + "` was registered twice.");
        }
        long bucket = TimeUnit.SECONDS.toNanos(Math.max(1, bucketSeconds));
        turn.run(() -> context.executeAt(context.nanoTime() + bucket, () -> read(name, metric, bucket)));
    }

    private void read(String name, IMetric metric, long bucket) {
        context.executeAt(context.nanoTime() + bucket, () -> read(name, metric, bucket));
        Object value = metric.getValueAndReset();
        if (value instanceof Map<?, ?> values) {
            values.forEach((key, each) -> show(name + "." + key, each));
        } else {
            show(name, value);
        }
    }

    private void show(String name, Object value) {
        if (value instanceof Number number && last.put(name, number.doubleValue()) == null) {
            context.gauge(name, () -> last.get(name));
        }
    }

    /** Shows a metric of Storm 2. */
    <M extends Metric> M add(String name, M metric) {
        turn.run(() -> {
            if (metric instanceof Gauge<?> gauge) {
                gauge(name, () -> gauge.getValue() instanceof Number number ? number.doubleValue() : Double.NaN);
            }
            if (metric instanceof Counting counting) {
                gauge(
                        metric instanceof Metered || metric instanceof Sampling ? name + ".count" : name,
                        counting::getCount);
            }
            if (metric instanceof Metered metered) {
                gauge(name + ".m1_rate", metered::getOneMinuteRate);
            }
            if (metric instanceof Sampling sampling) {
                gauge(name + ".mean", () -> sampling.getSnapshot().getMean());
                gauge(name + ".p50", () -> sampling.getSnapshot().getValue(P50));
                gauge(name + ".p99", () -> sampling.getSnapshot().getValue(P99));
            }
        });
        return metric;
    }

    private void gauge(String name, DoubleSupplier value) {
        context.gauge(name, value);
    }
}
