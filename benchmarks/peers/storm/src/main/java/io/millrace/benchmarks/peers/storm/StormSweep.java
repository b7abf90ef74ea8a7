// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.sweep.Cell;
import io.millrace.benchmarks.sweep.SweepEngine;
import java.nio.file.Path;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;

/** Storm: a worker for the source and one for each engine, dealt out by its even scheduler. */
public final class StormSweep implements SweepEngine {

    @Override
    public String name() {
        return "storm";
    }

    @Override
    public AutoCloseable start(Cell cell, Path directory) throws Exception {
        int engines = cell.engines();
        int workers = 1 + engines;
        Config config = Cluster.config(workers);
        config.setNumAckers(0);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Messages(directory.toString()), 1);
        builder.setBolt("engines", new Analyse(directory.toString()), engines).shuffleGrouping("source");
        return Cluster.start(workers, config, builder.createTopology(), directory);
    }
}
