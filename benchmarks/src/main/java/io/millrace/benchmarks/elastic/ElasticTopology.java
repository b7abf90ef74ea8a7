// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import io.millrace.api.Engines;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A topology in this process whose engines wait for a time with each message. One at a time. */
final class ElasticTopology implements AutoCloseable {

    static final int MOST = 16;

    private static final Results RESULTS = new Results();
    private static final long LOOK_MILLIS = 100;

    private final long serviceNanos;
    private final Millrace millrace;
    private final RunningTopology run;
    private final Feed feed;
    private int sent;

    ElasticTopology(Engines engines, long serviceNanos, Config config) {
        this.serviceNanos = serviceNanos;
        RESULTS.clear();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.fed(Fields.of("number")));
        builder.setEngines("pause", engines, 1, MOST).firstIdle("source");
        builder.setBolt("sink", Bolts.forEach(result -> RESULTS.add(System.nanoTime(), result.getString(0))))
                .shuffle("pause");
        millrace = Millrace.local().start();
        run = millrace.submit("elastic", builder.build(), config);
        feed = run.feed("source");
    }

    Results results() {
        return RESULTS;
    }

    /** Sends what keeps so many engines busy, evenly, for a time. */
    void load(double engines, long nanos) {
        long begin = System.nanoTime();
        double interval = serviceNanos / engines;
        for (long number = 0; number * interval < nanos; number++) {
            long due = begin + (long) (number * interval);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            feed.send(sent++);
        }
        for (long left = begin + nanos - System.nanoTime(); left > 0; left = begin + nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns the metrics of the engines, at most a second old. */
    EngineMetrics engines() throws InterruptedException {
        List<EngineMetrics> tasks = TopologyEngines.of(run.metrics()).tasks();
        while (tasks.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            tasks = TopologyEngines.of(run.metrics()).tasks();
        }
        return tasks.get(0);
    }

    /** Waits until there are so many engines and nothing is left to do. Returns whether that is so after this time. */
    boolean await(int engines, long mostNanos) throws InterruptedException {
        long end = System.nanoTime() + mostNanos;
        while (engines().get(EngineFigure.ALL) != engines || RESULTS.count() != sent) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }

    @Override
    public void close() {
        feed.close();
        millrace.close();
    }
}
