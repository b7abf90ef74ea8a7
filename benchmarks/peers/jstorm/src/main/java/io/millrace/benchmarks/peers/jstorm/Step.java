// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.topology.BasicOutputCollector;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.base.BaseBasicBolt;
import backtype.storm.tuple.Fields;
import backtype.storm.tuple.Tuple;
import io.millrace.benchmarks.macro.AdStep;
import java.util.List;

/** A step of the graph of ads. */
final class Step extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    private final AdStep step;

    Step(AdStep step) {
        this.step = step;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(step.fields()));
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        List<Object> values = step.apply(tuple.getValues());
        if (values != null) {
            out.emit(values);
        }
    }
}
