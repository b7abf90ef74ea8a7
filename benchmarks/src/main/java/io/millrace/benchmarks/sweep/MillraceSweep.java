// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.Topology;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.study.Settings;
import java.nio.file.Path;
import java.util.List;

/** Millrace: every worker is a process, under a controller and a supervisor in this one. */
public final class MillraceSweep implements SweepEngine {

    private static final long LEAST_QUEUE_BYTES = 64 << 20;

    /** So many of the largest ones may wait. */
    private static final long QUEUE_MESSAGES = 20;

    private static final long LEAST_RING_BYTES = 4 << 20;
    private static final int LARGE_BYTES = 1_000_000;

    /** The settings of each topology, here and on hosts; what a command line says is laid over them. */
    static List<String> settings(Cell cell) {
        return List.of(
                "topology.workers=" + (1 + cell.setting().processes()),
                "topology.guarantee=at-most-once",
                // Some messages of 10 MB on each side; G1 does not copy large arrays
                "topology.worker.heap=1g",
                "topology.worker.options=-Xms1g" + (cell.bytes() >= LARGE_BYTES ? " -XX:+UseG1GC" : ""),
                // A frequency that is too high shall show at the source, not fill queues that take long to become empty
                "topology.queue.disk=0 B",
                "topology.queue.memory=" + Math.max(LEAST_QUEUE_BYTES, QUEUE_MESSAGES * cell.bytes()),
                // A message in one record is read where it lies
                "topology.ring.bytes=" + Math.max(LEAST_RING_BYTES, 9L * cell.bytes()),
                // Dealt out: the source has a worker of its own
                "scheduler.algorithm=even");
    }

    /**
     * Starts a topology on workers that are processes.
     *
     * @param settings key=value
     */
    static AutoCloseable start(String name, Topology topology, List<String> settings) {
        return MillraceEngine.start(name, topology, Settings.read(String.join(";", settings)));
    }

    @Override
    public String name() {
        return EngineCommand.MILLRACE;
    }

    @Override
    public AutoCloseable start(Cell cell, Path directory) {
        return start(SweepTopology.NAME, SweepTopology.of(cell, directory.toString()), settings(cell));
    }
}
