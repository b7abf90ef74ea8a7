// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.coordination.BatchOutputCollector;
import org.apache.storm.drpc.LinearDRPCTopologyBuilder;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseBatchBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Answers requests with the number of different words of their text, counted by several tasks. */
public final class Reach {

    private Reach() {}

    /** Splits the text of a request. */
    public static final class Words extends BaseBasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            for (String word : input.getString(1).split(" ")) {
                collector.emit(new Values(input.getValue(0), word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "word"));
        }
    }

    /** Counts different words of one request in one task. */
    public static final class Different extends BaseBatchBolt<Object> {

        private static final long serialVersionUID = 1L;

        private transient BatchOutputCollector collector;
        private transient Object id;
        private transient Set<String> words;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, BatchOutputCollector out, Object requestId) {
            collector = out;
            id = requestId;
            words = new HashSet<>();
        }

        @Override
        public void execute(Tuple tuple) {
            words.add(tuple.getString(1));
        }

        @Override
        public void finishBatch() {
            collector.emit(new Values(id, words.size()));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "count"));
        }
    }

    /** Adds the counts of one request. */
    public static final class Sum extends BaseBatchBolt<Object> {

        private static final long serialVersionUID = 1L;

        private transient BatchOutputCollector collector;
        private transient Map<Object, Integer> sums;
        private transient Object id;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, BatchOutputCollector out, Object requestId) {
            collector = out;
            id = requestId;
            sums = new HashMap<>();
        }

        @Override
        public void execute(Tuple tuple) {
            sums.merge(id, tuple.getInteger(1), Integer::sum);
        }

        @Override
        public void finishBatch() {
            collector.emit(new Values(id, sums.getOrDefault(id, 0)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "sum"));
        }
    }

    /**
     * Submits the topology.
     *
     * @param args its name
     */
    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        LinearDRPCTopologyBuilder builder = new LinearDRPCTopologyBuilder("reach");
        builder.addBolt(new Words(), 2);
        builder.addBolt(new Different(), 3).fieldsGrouping(new Fields("id", "word"));
        builder.addBolt(new Sum(), 2).fieldsGrouping(new Fields("id"));
        StormSubmitter.submitTopology(args[0], new Config(), builder.createRemoteTopology());
    }
}
