package io.millrace.runtime.meters;

import io.micrometer.core.instrument.Meter;
import io.millrace.api.metrics.LatencySummary;
import java.util.HashMap;
import java.util.Map;

/** The value of one series; written under the lock of its registry's meters, read by any thread. */
final class Cell {

    private final Map<String, Double> parts = new HashMap<>();

    /** Null for what only the summaries show. */
    private Meter meter;

    private long reading;
    private volatile double value;
    private volatile LatencySummary latency = LatencySummary.NONE;

    double value() {
        return value;
    }

    LatencySummary latency() {
        return latency;
    }

    Meter meter() {
        return meter;
    }

    void registeredAs(Meter registered) {
        this.meter = registered;
    }

    boolean isOf(long number) {
        return reading == number;
    }

    void set(double now, long number) {
        value = now;
        reading = number;
    }

    /** A part that is smaller than before began again at 0, so all of it is new: the sum never falls. */
    void count(String part, double now, long number) {
        Double before = parts.put(part, now);
        value += before == null || now < before ? now : now - before;
        reading = number;
    }

    /** Of a sum whose parts are not known, a fall cannot be told from what came since: only what it rises is new. */
    void summarize(LatencySummary now, long count, long number) {
        Double before = parts.put("", (double) count);
        value += before == null ? count : Math.max(0, count - before);
        latency = now;
        reading = number;
    }
}
