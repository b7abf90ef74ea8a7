// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.GeoBatch;
import io.millrace.transport.geo.GeoConsumer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Checks, counts and times what arrives. The thread that steps the receiver, but for what says otherwise. */
final class Arrivals implements GeoConsumer {

    private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 2;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MILLIS = 1e6;
    private static final double NANOS = 1e9;

    /** All phases of one name. */
    private static final class Tally {
        private final Histogram latencies = new Histogram(MAX_NANOS, DIGITS);
        private double latency;
        private double fill;
        private double way;
        private double order;
        private long batches;
        private long firstNanos;
        private long firstEvents;
        private long lastNanos;

        void put(ObjectNode result) {
            long events = latencies.getTotalCount();
            result.put("events", events);
            result.put("batches", batches);
            if (events > 0) {
                result.put("mean_ms", latency / events / MILLIS);
                result.put("p50_ms", latencies.getValueAtPercentile(50) / MILLIS);
                result.put("p99_ms", latencies.getValueAtPercentile(99) / MILLIS);
                result.put("max_ms", latencies.getMaxValue() / MILLIS);
                result.put("fill_ms", fill / events / MILLIS);
                result.put("way_ms", way / events / MILLIS);
                result.put("order_ms", order / events / MILLIS);
                // What came first had come at once
                result.put(
                        "per_second",
                        lastNanos > firstNanos ? (events - firstEvents) * NANOS / (lastNanos - firstNanos) : 0);
            }
        }
    }

    private final Cell cell;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final Map<Long, Histogram> seconds = new TreeMap<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private long[] intended = new long[64];
    private Histogram recorded;
    private long recordedSecond = -1;
    private long next;
    private long begunNanos;
    private String problem = "";

    Arrivals(Cell cell) {
        this.cell = cell;
        cell.phases().forEach(phase -> tallies.putIfAbsent(phase.name(), new Tally()));
    }

    @Override
    public void onBatch(GeoBatch batch) {
        long now = System.nanoTime();
        int events = batch.events();
        if (intended.length < events) {
            intended = new long[2 * events];
        }
        int phase = Event.PAUSE;
        boolean whole = true;
        for (int i = 0; batch.next(); i++) {
            int at = batch.offset();
            check(batch.buffer().getLong(at + Event.NUMBER));
            int of = batch.buffer().getInt(at + Event.PHASE);
            whole &= i == 0 || of == phase;
            phase = of;
            intended[i] = batch.buffer().getLong(at + Event.INTENDED);
            if (of >= 0) {
                recordSecond(intended[i], now);
            }
        }
        if (whole && phase >= 0) {
            record(tallies.get(cell.phases().get(phase).name()), events, batch.receivedNanos(), now);
        }
        batch.release();
        if (phase == Event.END) {
            end.countDown();
        }
    }

    /** A batch of one phase; one with events of several counts for none. */
    private void record(Tally tally, int events, long received, long now) {
        long last = intended[events - 1];
        for (int i = 0; i < events; i++) {
            tally.latencies.recordValue(latency(intended[i], now));
            tally.latency += now - intended[i];
            tally.fill += last - intended[i];
        }
        tally.way += (double) (received - last) * events;
        tally.order += (double) (now - received) * events;
        if (tally.batches++ == 0) {
            tally.firstNanos = now;
            tally.firstEvents = events;
        }
        tally.lastNanos = now;
    }

    private static long latency(long intended, long now) {
        return Math.max(1, Math.min(MAX_NANOS, now - intended));
    }

    private void check(long number) {
        if (number != next && problem.isEmpty()) {
            problem = "event " + number + " came instead of " + next;
        }
        next = number + 1;
    }

    private void recordSecond(long intendedNanos, long now) {
        if (begunNanos == 0) {
            begunNanos = intendedNanos;
        }
        long second = (intendedNanos - begunNanos) / SECOND_NANOS;
        if (second != recordedSecond) {
            recordedSecond = second;
            recorded = seconds.computeIfAbsent(second, any -> new Histogram(MAX_NANOS, DIGITS));
        }
        recorded.recordValue(latency(intendedNanos, now));
    }

    @Override
    public void onLate(GeoBatch batch) {
        problem = "a batch was late, although the channel keeps the order";
        batch.release();
    }

    /** Any thread. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return end.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The result, which is complete after the end. */
    ObjectNode result() {
        ObjectNode result = Json.object();
        result.put("problem", problem);
        tallies.forEach((name, tally) -> tally.put(result.putObject(name)));
        ArrayNode perSecond = result.putArray("seconds");
        seconds.forEach((second, latencies) -> perSecond
                .addArray()
                .add(second)
                .add(latencies.getTotalCount())
                .add(latencies.getMean() / MILLIS)
                .add(latencies.getValueAtPercentile(99) / MILLIS));
        return result;
    }
}
