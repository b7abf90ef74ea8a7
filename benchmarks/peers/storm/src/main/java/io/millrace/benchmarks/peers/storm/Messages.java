// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.sweep.Source;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Emits the messages of the sweep that are due. */
final class Messages extends BaseRichSpout {

    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient SpoutOutputCollector out;
    private transient Source source;

    Messages(String directory) {
        this.directory = directory;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("message"));
    }

    @Override
    public void open(Map<String, Object> config, TopologyContext context, SpoutOutputCollector collector) {
        out = collector;
        source = new Source(Path.of(directory));
    }

    @Override
    public void nextTuple() {
        byte[] message = source.next(System.nanoTime());
        if (message != null) {
            out.emit(new Values(message));
            source.emitted(System.nanoTime());
        }
    }
}
