// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.benchmarks.netlab.NetlabRun;
import io.millrace.benchmarks.netlab.TopologyJar;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs cells on two emulated hosts. */
final class HostStages {

    private static final long WINDOW_BYTES = 64 << 20;

    private HostStages() {}

    /** Runs those of the plan; makes no hosts if there are none. */
    static List<Outcome> run(Plan plan) throws IOException, InterruptedException {
        List<Cell> cells = plan.cells().stream()
                .filter(cell -> cell.place() == Place.TWO_HOSTS)
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        if (cells.isEmpty()) {
            return outcomes;
        }
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(WINDOW_BYTES, "");
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            NetlabRun runs = new NetlabRun(lab, cluster, jar, List.of());
            for (Cell cell : cells) {
                Path directory = scratch.directory().resolve(cell.fileName());
                Path distribution = scratch.directory().resolve(cell.fileName() + ".csv");
                TracesReport report = runs.traces(
                        cell.workload(plan.warmUpSeconds(), plan.seconds()),
                        plan.rttMillis(),
                        directory,
                        StagesBenchmark.AT,
                        distribution);
                outcomes.add(new Outcome(cell, report, Files.readAllLines(distribution)));
            }
        }
        return outcomes;
    }
}
