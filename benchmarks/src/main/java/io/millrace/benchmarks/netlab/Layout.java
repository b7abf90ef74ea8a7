// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Workload;
import java.time.Duration;
import java.util.List;

/**
 * How the topology of a workload is laid out.
 *
 * @param tasks of each component
 * @param interval for which tuples are collected behind their source; 0 if they are not
 */
public record Layout(int tasks, Duration interval) {

    private static final int ARGUMENTS = 2;

    /** As many tasks as the workload says. */
    public static Layout usual(Workload workload) {
        return new Layout(Cell.tasks(workload), Duration.ZERO);
    }

    /** A task of each component in each worker, so that what may stay in a worker does. */
    public static Layout inEachWorker(Workload workload) {
        return new Layout(workload.workers(), Duration.ZERO);
    }

    /** This layout with tuples that are collected. */
    public Layout batched(Duration each) {
        return new Layout(tasks, each);
    }

    List<String> encode() {
        return List.of(Integer.toString(tasks), Long.toString(interval.toMillis()));
    }

    /** @param encoded what {@link #encode} gives, behind other arguments */
    static Layout decode(String[] encoded) {
        int first = encoded.length - ARGUMENTS;
        return new Layout(Integer.parseInt(encoded[first]), Duration.ofMillis(Long.parseLong(encoded[first + 1])));
    }
}
