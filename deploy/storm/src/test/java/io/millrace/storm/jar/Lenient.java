// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** What ends a worker on Storm, or makes its tuples fail. */
public final class Lenient {

    private Lenient() {}

    /** Emits more values than it declares, and acks twice. */
    public static final class Careless extends BaseRichBolt {

        private static final long serialVersionUID = 1L;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(Tuple input) {
            collector.emit(input, new Values(input.getLong(0), "undeclared"));
            collector.ack(input);
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
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
        builder.setBolt("careless", new Careless(), 1).shuffleGrouping("sentences");
        builder.setBolt("one", new Written(args[1])).shuffleGrouping("careless");
        builder.setBolt("two", new Written(args[1])).shuffleGrouping("careless");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
