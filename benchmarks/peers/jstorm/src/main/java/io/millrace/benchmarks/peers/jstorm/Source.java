// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.spout.SpoutOutputCollector;
import backtype.storm.task.TopologyContext;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.base.BaseRichSpout;
import backtype.storm.tuple.Fields;
import backtype.storm.tuple.Values;
import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Payloads;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.Map;

/** Emits what is due: JStorm asks without a pause. */
final class Source extends BaseRichSpout {

    static final String PAYLOAD = "payload";
    static final String DUE = "due";

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;
    private transient Workload work;
    private transient Pace pace;
    private transient Payloads payloads;
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
    public void open(
            @SuppressWarnings("rawtypes") Map config, TopologyContext context, SpoutOutputCollector collector) {
        out = collector;
        work = Workload.decode(workload);
        payloads = new Payloads(context.getThisTaskIndex());
        pace = new Pace(work, Path.of(directory), context.getThisTaskIndex());
    }

    @Override
    public void nextTuple() {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            return;
        }
        Object payload = payloads.of(work.shape(), pace.position(), due);
        if (work.acked()) {
            out.emit(new Values(payload, due), pace.position());
        } else {
            out.emit(new Values(payload, due));
        }
        pace.emitted();
    }
}
