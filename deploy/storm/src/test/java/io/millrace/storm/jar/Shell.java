// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** A bolt in Python. */
public final class Shell {

    private Shell() {}

    /** Runs the program. */
    public static final class Upper extends ShellBolt implements IRichBolt {

        private static final long serialVersionUID = 1L;

        Upper() {
            super("python3", "upper.py");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "text"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
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
        builder.setBolt("upper", new Upper(), 1).shuffleGrouping("sentences");
        builder.setBolt("written", new Written(args[1])).shuffleGrouping("upper");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.setMaxSpoutPending(100);
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
