// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Counts by a bolt whose state Storm's checkpoint spout saves. */
public final class Stateful {

    private Stateful() {}

    /** Counts sentences. */
    public static final class Count extends BaseStatefulBolt<KeyValueState<String, Long>> {

        private static final long serialVersionUID = 1L;

        private transient KeyValueState<String, Long> state;
        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void initState(KeyValueState<String, Long> restored) {
            state = restored;
        }

        @Override
        public void execute(Tuple input) {
            String sentence = input.getStringByField("sentence");
            long count = state.get(sentence, 0L) + 1;
            state.put(sentence, count);
            collector.emit(input, new Values(sentence, count));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sentence", "count"));
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
        builder.setBolt("count", new Count(), 2).fieldsGrouping("sentences", new Fields("sentence"));
        builder.setBolt("written", new Written(args[1])).shuffleGrouping("count");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 100);
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
