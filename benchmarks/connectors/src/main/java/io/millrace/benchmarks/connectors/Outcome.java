// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import java.util.Map;

/**
 * What a process has measured.
 *
 * @param events that were read, or became durable and visible
 * @param nanos in which they were
 * @param cpuNanos of the process in this time
 */
record Outcome(long events, long nanos, long cpuNanos) {

    /** Encodes the outcome as the line that the process writes. */
    String encode() {
        return Child.RESULT + " events=" + events + " nanos=" + nanos + " cpu=" + cpuNanos;
    }

    static Outcome decode(String line) {
        Map<String, Double> figures = Child.figures(line);
        return new Outcome(
                figures.get("events").longValue(),
                figures.get("nanos").longValue(),
                figures.get("cpu").longValue());
    }

    double eventsPerSecond() {
        return events * 1e9 / nanos;
    }

    double megabytesPerSecond(int bytes) {
        return eventsPerSecond() * bytes / 1e6;
    }

    double cpuMicrosPerEvent() {
        return cpuNanos / 1e3 / events;
    }

    double cores() {
        return (double) cpuNanos / nanos;
    }
}
