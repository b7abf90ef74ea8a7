// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Passes on what it gets. */
final class Pass extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(Source.PAYLOAD, Source.DUE));
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        out.emit(new Values(tuple.getValue(0), tuple.getValue(1)));
    }
}
