// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.Input;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Emits what is due; when to look again is the spout wait strategy's to choose. */
final class Source extends BaseRichSpout {

    static final String PAYLOAD = "payload";
    static final String DUE = "due";

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient Workload work;
    private transient Input input;
    private transient SpoutOutputCollector out;

    Source(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(PAYLOAD, DUE));
    }

    @Override
    public void open(Map<String, Object> config, TopologyContext context, SpoutOutputCollector collector) {
        out = collector;
        work = Workload.decode(workload);
        input = Input.open(work, Path.of(directory), context.getThisTaskIndex());
        input.skipDue();
    }

    @Override
    public void nextTuple() {
        if (!input.next()) {
            return;
        }
        Values values = new Values(input.payload(), input.dueNanos());
        if (work.acked()) {
            out.emit(values, input.position());
        } else {
            out.emit(values);
        }
    }
}
