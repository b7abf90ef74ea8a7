// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

/** A bolt whose calls take long, as those to a database do. */
public final class Slow {

    private Slow() {}

    /** Waits in each call, and emits the name of its thread. */
    public static final class Waits extends BaseRichBolt {

        private static final long serialVersionUID = 1L;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(Tuple input) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(25);
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            if (collector
                            .emit(
                                    input,
                                    new Values(
                                            input.getLong(0),
                                            Thread.currentThread().getName()))
                            .size()
                    != 1) {
                throw new IllegalStateException("the ids of the targets are missing");
            }
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "thread"));
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
        builder.setBolt("slow", new Waits(), 1).shuffleGrouping("sentences");
        builder.setBolt("written", new Written(args[1])).shuffleGrouping("slow");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
