// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.topology.BasicOutputCollector;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.base.BaseBasicBolt;
import backtype.storm.tuple.Fields;
import backtype.storm.tuple.Tuple;
import backtype.storm.tuple.Values;

/** Makes words of sentences. */
final class Split extends BaseBasicBolt {

    private static final long serialVersionUID = 1L;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(Source.PAYLOAD, Source.DUE));
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        Object due = tuple.getValue(1);
        for (String word : tuple.getString(0).split(" ")) {
            out.emit(new Values(word, due));
        }
    }
}
