// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/** Windows by time, which emit from a thread of their own, and by count. */
public final class Windows {

    private Windows() {}

    /** Emits the numbers of a window on a stream of the window's name. */
    public static final class Numbers extends BaseWindowedBolt {

        private static final long serialVersionUID = 1L;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(TupleWindow window) {
            for (Tuple tuple : window.getNew()) {
                collector.emit("$numbers", tuple, new Values(tuple.getLong(0)));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declareStream("$numbers", new Fields("number"));
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
        builder.setBolt(
                        "time",
                        new Numbers().withTumblingWindow(new BaseWindowedBolt.Duration(200, TimeUnit.MILLISECONDS)),
                        2)
                .shuffleGrouping("sentences");
        builder.setBolt("count", new Numbers().withTumblingWindow(BaseWindowedBolt.Count.of(10)), 1)
                .shuffleGrouping("sentences");
        builder.setBolt("times", new Written(args[1])).globalGrouping("time", "$numbers");
        builder.setBolt("counts", new Written(args[1])).shuffleGrouping("count", "$numbers");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.setMessageTimeoutSecs(30);
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
