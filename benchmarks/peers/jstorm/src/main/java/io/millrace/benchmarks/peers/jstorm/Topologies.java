// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.generated.StormTopology;
import backtype.storm.topology.BoltDeclarer;
import backtype.storm.topology.TopologyBuilder;
import backtype.storm.tuple.Fields;
import io.millrace.benchmarks.macro.AdStep;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;

/** The topologies; a tuple is payload and due time. */
final class Topologies {

    private Topologies() {}

    // What JStorm recommends instead of a shuffle prefers the tasks of the same worker
    @SuppressWarnings("deprecation")
    static StormTopology of(Workload workload, Path directory) {
        TopologyBuilder builder = new TopologyBuilder();
        String encoded = workload.encode();
        String where = directory.toString();
        builder.setSpout("source", new Source(encoded, where), workload.tasks());
        Last last = new Last(encoded, where);
        if (workload.shape() == Shape.WORDCOUNT) {
            builder.setBolt("split", new Split(), workload.tasks()).shuffleGrouping("source");
            builder.setBolt("count", last, workload.tasks()).fieldsGrouping("split", new Fields(Source.PAYLOAD));
            return builder.createTopology();
        }
        if (workload.shape() == Shape.YAHOO_JSON) {
            String before = "source";
            for (AdStep step : AdStep.values()) {
                BoltDeclarer bolt = builder.setBolt(step.name(), new Step(step), workload.tasks());
                if (step == AdStep.DESERIALIZE) {
                    bolt.shuffleGrouping(before);
                } else {
                    bolt.localOrShuffleGrouping(before);
                }
                before = step.name();
            }
            builder.setBolt("count", new Views(encoded, where), workload.tasks())
                    .fieldsGrouping(before, new Fields("campaign"));
            return builder.createTopology();
        }
        String from = "source";
        for (int hop = 1; hop < workload.shape().hops(); hop++) {
            builder.setBolt("pass" + hop, new Pass(), workload.tasks()).shuffleGrouping(from);
            from = "pass" + hop;
        }
        builder.setBolt("sink", last, workload.tasks()).shuffleGrouping(from);
        return builder.createTopology();
    }
}
