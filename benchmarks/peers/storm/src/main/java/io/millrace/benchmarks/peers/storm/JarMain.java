// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.storm.StormSubmitter;

/** Submits the topology of a workload as any main class of Storm does: for engines that run jars of Storm. */
public final class JarMain {

    private JarMain() {}

    /** @param arguments the workload, and the directory of the signals and the sinks' reports */
    public static void main(String[] arguments) throws Exception {
        Workload workload = Workload.decode(arguments[0]);
        StormSubmitter.submitTopology(
                "benchmark", StormEngine.config(workload), Topologies.of(workload, Path.of(arguments[1])));
    }
}
