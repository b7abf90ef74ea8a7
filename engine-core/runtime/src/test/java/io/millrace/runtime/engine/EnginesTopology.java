// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Engines;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.RunningTopology;
import io.millrace.api.Streams;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A topology in this process: a test feeds it, engines work, and their emissions are kept. */
final class EnginesTopology implements AutoCloseable {

    private static final Map<String, Queue<List<Object>>> KEPT = new ConcurrentHashMap<>();

    private final String name;
    private final Millrace millrace;
    private final RunningTopology run;
    private final Feed feed;

    EnginesTopology(String name, Engines engines, int count, Config config) {
        this.name = name;
        KEPT.put(name, new ConcurrentLinkedQueue<>());
        KEPT.put(name + "-dead", new ConcurrentLinkedQueue<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("what")));
        builder.setEngines("work", engines, count, count).shuffle("in");
        builder.setBolt("out", Bolts.forEach(tuple -> KEPT.get(name).add(tuple.values())))
                .shuffle("work");
        builder.setBolt("dead", Bolts.forEach(tuple -> KEPT.get(name + "-dead").add(tuple.values())))
                .shuffle("work", Streams.DEAD);
        millrace = Millrace.local().start();
        run = millrace.submit(name, builder.build(), config);
        feed = run.feed("in");
    }

    /** Sends a message and waits until it has ended. Returns whether it has been acked. */
    boolean send(Object what) throws Exception {
        try {
            feed.send(what).toCompletableFuture().get(40, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RequestException) {
                return false;
            }
            throw e;
        }
    }

    Feed feed() {
        return feed;
    }

    Queue<List<Object>> emitted() {
        return KEPT.get(name);
    }

    Queue<List<Object>> dead() {
        return KEPT.get(name + "-dead");
    }

    TaskMetrics metrics() {
        return run.metrics().tasks().stream()
                .filter(task -> task.component().equals("work"))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until a counter or gauge of the engines has a value. */
    void await(String metric, double value) throws Exception {
        Await.until(metric + " = " + value, () -> {
            TaskMetrics now = metrics();
            Number shown = now.gauges().get(metric);
            if (shown == null) {
                shown = now.counters().get(metric);
            }
            return shown != null && shown.doubleValue() == value;
        });
    }

    @Override
    public void close() {
        feed.close();
        millrace.close();
        KEPT.remove(name);
        KEPT.remove(name + "-dead");
    }
}
