// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.Config;
import com.alibaba.jstorm.client.ConfigExtension;
import io.millrace.benchmarks.macro.HostedEngine;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;

/** JStorm as shipped: tasks and queues collect tuples for some milliseconds. */
public class JStormEngine implements HostedEngine {

    @Override
    public String name() {
        return "jstorm";
    }

    @Override
    public String refusal(Workload workload) {
        if (workload.promise().exactlyOnce()) {
            return "it has exactly-once for transactional topologies only";
        }
        if (workload.sources().kafka()) {
            return "it is measured with sources of its own only";
        }
        return workload.shape() == Shape.YAHOO
                ? "windows of the engine are compared, and those of bolts are in yahoo json"
                : null;
    }

    @Override
    public final AutoCloseable start(Workload workload, Path directory, Hosts hosts) throws Exception {
        Config config = Cluster.config(workload.workers());
        config.setNumAckers(workload.acked() ? workload.workers() : 0);
        config.setMaxSpoutPending(Workload.MAX_PENDING);
        configure(config);
        return Cluster.start(workload.workers(), config, Topologies.of(workload, directory), directory, hosts);
    }

    void configure(Config config) {}

    /** JStorm that collects nothing, for the lowest latency. */
    public static final class Unbatched extends JStormEngine {

        @Override
        public String name() {
            return "jstorm-unbatched";
        }

        @Override
        void configure(Config config) {
            ConfigExtension.setTaskBatchTuple(config, false);
            config.put(ConfigExtension.DISRUPTOR_QUEUE_BATCH_MODE, false);
        }
    }
}
