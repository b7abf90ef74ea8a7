// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.task.TopologyContext;
import backtype.storm.topology.BasicOutputCollector;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.base.BaseBasicBolt;
import backtype.storm.tuple.Tuple;
import io.millrace.benchmarks.macro.AdCounts;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.Map;

/** Counts views per campaign and window in maps of its own, as the benchmark's authors do it with Storm. */
final class Views extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient AdCounts counts;

    Views(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public void prepare(@SuppressWarnings("rawtypes") Map config, TopologyContext context) {
        counts = new AdCounts(
                Workload.decode(workload), Path.of(directory), Integer.toString(context.getThisTaskIndex()));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        counts.take(tuple.getString(0), tuple.getLong(1), tuple.getLong(2));
    }
}
