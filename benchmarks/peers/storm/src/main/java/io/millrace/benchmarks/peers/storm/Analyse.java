// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.sweep.Worker;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;

/** An engine of the sweep. */
final class Analyse extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient Worker worker;

    Analyse(String directory) {
        this.directory = directory;
    }

    @Override
    public void prepare(Map<String, Object> config, TopologyContext context) {
        worker = new Worker(Path.of(directory));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        worker.take(tuple.getBinary(0));
    }
}
