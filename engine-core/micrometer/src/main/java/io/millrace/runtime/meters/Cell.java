// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.micrometer.core.instrument.Meter;
import io.millrace.api.metrics.LatencySummary;
import java.util.HashMap;
import java.util.Map;

/** The value of one series. Written under the lock of its registry's meters, read by any thread. */
final class Cell {

    private final Map<String, Double> parts = new HashMap<>();

    /** The meter; null for values that only the summaries show. */
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

    /**
     * Takes the value of one part. A part that is smaller than before has restarted at 0, so its whole value is new:
     * the sum never falls.
     */
    void count(String part, double now, long number) {
        Double before = parts.put(part, now);
        value += before == null || now < before ? now : now - before;
        reading = number;
    }

    /** Takes a sum whose parts are not known. A fall cannot be told apart from new counts, so only a rise is added. */
    void summarize(LatencySummary now, long count, long number) {
        Double before = parts.put("", (double) count);
        value += before == null ? count : Math.max(0, count - before);
        latency = now;
        reading = number;
    }
}
