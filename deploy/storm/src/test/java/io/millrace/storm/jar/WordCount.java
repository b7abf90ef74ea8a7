// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Counts words: a topology as Storm's users write it. */
public final class WordCount {

    private WordCount() {}

    /** Splits sentences. */
    public static final class Split extends BaseBasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            for (String word : input.getStringByField("sentence").split(" ")) {
                collector.emit(new Values(input.getLong(0), word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "word"));
        }
    }

    /** Counts words, and says each new count. */
    public static final class Count extends BaseBasicBolt {

        private static final long serialVersionUID = 1L;

        private final Map<String, Integer> counts = new HashMap<>();

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context) {
            if (!"count".equals(context.getThisComponentId())) {
                throw new IllegalStateException(context.getThisComponentId());
            }
        }

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            String word = input.getStringByField("word");
            int count = counts.merge(word, 1, Integer::sum);
            collector.emit(new Values(input.getLong(0), word, count));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "word", "count"));
        }
    }

    /**
     * Submits the topology.
     *
     * @param args its name, the directory of its results, the number of sentences, the number of workers
     */
    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences(Integer.parseInt(args[2])), 1);
        builder.setBolt("split", new Split(), 2).shuffleGrouping("sentences");
        builder.setBolt("count", new Count(), 2).fieldsGrouping("split", new Fields("word"));
        builder.setBolt("written", new Written(args[1]), 2).shuffleGrouping("count");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.setMessageTimeoutSecs(10);
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
