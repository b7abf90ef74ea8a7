// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import com.codahale.metrics.Counter;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.grouping.PartialKeyGrouping;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;

/**
 * What topologies do beside the usual: values of any class, direct streams, other threads, ticks, metrics.
 */
public final class Mixed {

    private Mixed() {}

    /** A value that no engine knows. */
    public static final class Point implements Serializable {

        private static final long serialVersionUID = 1L;

        final long number;

        Point(long number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point point && point.number == number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }

        @Override
        public String toString() {
            return "P" + number;
        }
    }

    /** Emits and acks on a thread of its own, and counts the ticks. */
    public static final class Parse extends BaseRichBolt {

        private static final long serialVersionUID = 1L;

        private transient OutputCollector collector;
        private transient List<Integer> direct;
        private transient ExecutorService thread;
        private transient CountMetric old;
        private transient Counter seen;
        private transient Counter ticks;

        @Override
        // Metrics of Storm's first kind must work too
        @SuppressWarnings("deprecation")
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            direct = context.getComponentTasks("direct");
            thread = Executors.newSingleThreadExecutor();
            old = context.registerMetric("old", new CountMetric(), 1);
            seen = context.registerCounter("seen");
            ticks = context.registerCounter("ticks");
        }

        @Override
        public void execute(Tuple input) {
            if (TupleUtils.isTick(input)) {
                ticks.inc();
                collector.ack(input);
                return;
            }
            old.incr();
            seen.inc();
            long number = input.getLong(0);
            Values values = new Values(new Point(number), BigInteger.valueOf(number), List.of(number, "x"));
            List<Integer> targets = collector.emit(input, values);
            if (targets.size() != 3) {
                throw new IllegalStateException("went to " + targets);
            }
            int task = direct.get((int) (number % direct.size()));
            collector.emitDirect(task, "$direct", input, new Values(number, task));
            thread.execute(() -> {
                collector.emit("other", input, new Values(new Point(number)));
                collector.ack(input);
            });
        }

        @Override
        public void cleanup() {
            thread.shutdownNow();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("point", "big", "list"));
            declarer.declareStream("$direct", true, new Fields("number", "task"));
            declarer.declareStream("other", new Fields("point"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
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
        builder.setBolt("parse", new Parse(), 2).shuffleGrouping("sentences");
        builder.setBolt("fields", new Written(args[1]), 2).fieldsGrouping("parse", new Fields("point"));
        builder.setBolt("all", new Written(args[1]), 2).allGrouping("parse");
        builder.setBolt("direct", new Written(args[1]), 2).directGrouping("parse", "$direct");
        builder.setBolt("partial", new Written(args[1]), 3)
                .customGrouping("parse", "other", new PartialKeyGrouping(new Fields("point")));
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.put("topology.fall.back.on.java.serialization", true);
        config.put("topology.backpressure.enable", true);
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
