// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.bolt.JoinBolt;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;

/** Joins two streams of sentences by their numbers, in one window of all of them. */
public final class Joined {

    private Joined() {}

    /**
     * Submits the topology.
     *
     * @param args its name, the directory of its results, the number of sentences, the number of workers
     */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[2]);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("left", new Sentences(count));
        builder.setSpout("right", new Sentences(count));
        JoinBolt join = new JoinBolt("left", "number")
                .join("right", "number", "left")
                .select("left:number,right:sentence")
                .withTumblingWindow(BaseWindowedBolt.Count.of(2 * count));
        builder.setBolt("join", join)
                .fieldsGrouping("left", new Fields("number"))
                .fieldsGrouping("right", new Fields("number"));
        builder.setBolt("written", new Written(args[1])).shuffleGrouping("join");
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        StormSubmitter.submitTopology(args[0], config, builder.createTopology());
    }
}
