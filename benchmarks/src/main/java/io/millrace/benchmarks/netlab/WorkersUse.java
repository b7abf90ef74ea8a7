// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.ProcessUse;
import io.millrace.benchmarks.macro.CpuRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * What the workers of a topology used.
 *
 * @param workers those with the most bytes sent first
 * @param seconds for which bytes were counted
 * @param connections of TCP between those on different hosts
 */
public record WorkersUse(List<Worker> workers, double seconds, int connections) {

    /**
     * One of them.
     *
     * @param use bytes are those of the seconds for which they were counted
     * @param cores that it kept busy while it was recorded
     */
    public record Worker(ProcessUse use, double cores) {}

    /**
     * @param startNanos of {@link System#nanoTime} when sources began to emit, which the first look may be before
     * @param cpu when recording began, and when it ended
     */
    static WorkersUse between(WorkersLook before, WorkersLook after, long startNanos, CpuRecord... cpu) {
        List<Worker> workers = after.uses().entrySet().stream()
                .map(worker -> new Worker(
                        worker.getValue().since(before.uses().get(worker.getKey())), cores(worker.getKey(), cpu)))
                .sorted(Comparator.comparingLong(worker -> -worker.use().bytesOut()))
                .toList();
        long countedNanos = after.atNanos() - Math.max(before.atNanos(), startNanos);
        return new WorkersUse(workers, countedNanos / 1e9, after.ends() / 2);
    }

    private static double cores(long process, CpuRecord[] cpu) {
        Duration before = cpu[0].times().getOrDefault(process, Duration.ZERO);
        Duration spent = cpu[1].times().getOrDefault(process, before).minus(before);
        return (double) spent.toNanos() / (cpu[1].atNanos() - cpu[0].atNanos());
    }

    public double cores() {
        return workers.stream().mapToDouble(Worker::cores).sum();
    }

    /** The mean number of all TCP connections that one has; NaN without workers. */
    public double connectionsOfWorker() {
        return workers.stream()
                .mapToInt(worker -> worker.use().connections())
                .average()
                .orElse(Double.NaN);
    }

    /** The memory of all, in MiB. */
    public double mebibytes() {
        return workers.stream().mapToLong(worker -> worker.use().pssBytes()).sum() / (double) (1 << 20);
    }

    /** All that they have received, in megabytes per second. */
    public double megabytesInPerSecond() {
        return workers.stream().mapToLong(worker -> worker.use().bytesIn()).sum() / 1e6 / seconds;
    }

    /** All that they have sent, in megabytes per second. */
    public double megabytesOutPerSecond() {
        return workers.stream().mapToLong(worker -> worker.use().bytesOut()).sum() / 1e6 / seconds;
    }
}
