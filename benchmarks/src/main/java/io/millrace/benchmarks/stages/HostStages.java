// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs workloads on two emulated hosts. */
public final class HostStages {

    private HostStages() {}

    /** Runs one, and returns the traces of up to a minute. */
    public static StageTraces run(NetlabHosts hosts, Workload workload, double rttMillis)
            throws IOException, InterruptedException {
        Path directory = hosts.newDirectory();
        Path distribution = directory.resolve("distribution.csv");
        TracesReport report =
                hosts.run(List.of()).traces(workload, rttMillis, directory, StagesBenchmark.AT, distribution);
        return new StageTraces(report, Files.readAllLines(distribution));
    }
}
