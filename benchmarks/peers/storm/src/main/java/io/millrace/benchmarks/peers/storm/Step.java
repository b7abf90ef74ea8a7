// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.AdStep;
import java.util.List;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

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
