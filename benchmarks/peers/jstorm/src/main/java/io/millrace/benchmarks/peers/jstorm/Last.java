// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.task.TopologyContext;
import backtype.storm.topology.BasicOutputCollector;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.base.BaseBasicBolt;
import backtype.storm.tuple.Tuple;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The sink; counts words if they are words. */
final class Last extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient boolean words;
    private transient Map<String, Long> counts;
    private transient Sink sink;

    Last(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public void prepare(@SuppressWarnings("rawtypes") Map config, TopologyContext context) {
        Workload work = Workload.decode(workload);
        words = work.shape() == Shape.WORDCOUNT;
        counts = new HashMap<>();
        sink = new Sink(work, Path.of(directory), Integer.toString(context.getThisTaskIndex()));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        if (words) {
            counts.merge(tuple.getString(0), 1L, Long::sum);
        }
        sink.take(tuple.getLong(1));
    }
}
