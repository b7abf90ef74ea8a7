// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.CoreUse;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What this process and all that it started have used of the processors so far. They do not end between two records.
 *
 * @param times by process
 * @param atNanos of {@link System#nanoTime}
 */
public record CpuRecord(Map<Long, Duration> times, CoreUse use, long atNanos) {

    public static CpuRecord now() throws IOException {
        Map<Long, Duration> times = new HashMap<>();
        Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .forEach(process ->
                        process.info().totalCpuDuration().ifPresent(spent -> times.put(process.pid(), spent)));
        return new CpuRecord(times, CoreUse.of(times.keySet()), System.nanoTime());
    }

    /** The cores that all processes together kept busy since then. */
    public double coresSince(CpuRecord before) {
        long spent = times.entrySet().stream()
                .mapToLong(entry -> entry.getValue()
                        .minus(before.times.getOrDefault(entry.getKey(), Duration.ZERO))
                        .toNanos())
                .sum();
        return spent / 1e9 / secondsSince(before);
    }

    /** Who had them, in a line. */
    public String useSince(CpuRecord before) {
        return use.since(before.use, secondsSince(before));
    }

    private double secondsSince(CpuRecord before) {
        return (atNanos - before.atNanos) / 1e9;
    }
}
