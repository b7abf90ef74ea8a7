// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.HostedEngine;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.storm.Config;

/** Storm with one worker or several. */
public final class StormEngine implements HostedEngine {

    @Override
    public String name() {
        return "storm";
    }

    @Override
    public String refusal(Workload workload) {
        if (workload.promise().exactlyOnce()) {
            return "it has exactly-once for transactional topologies only";
        }
        return workload.shape() == Shape.YAHOO
                ? "windows of the engine are compared, and those of bolts are in yahoo json"
                : null;
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory, Hosts hosts) throws Exception {
        return Cluster.start(
                workload.workers(), config(workload), Topologies.of(workload, directory), directory, hosts);
    }

    /** Returns the settings of the topology of a workload. */
    static Config config(Workload workload) {
        Config config = Cluster.config(workload.workers());
        config.setNumAckers(workload.acked() ? workload.workers() : 0);
        config.setMaxSpoutPending(Workload.MAX_PENDING);
        return config;
    }
}
