// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The smallest word count: a spout of three sentences, a bolt that splits them, a bolt that counts. */
public final class FirstWordCount {

    private static final List<String> SENTENCES =
            List.of("the stream carries the leaf", "the leaf turns the wheel", "the wheel grinds the grain");

    private FirstWordCount() {}

    public static void main(String[] args) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", Spouts.of("sentence", SENTENCES));
        builder.setBolt("split", Bolts.flatMap(Fields.of("word"), (sentence, out) -> {
                    for (String word : sentence.getString("sentence").split(" ")) {
                        out.emit(word);
                    }
                }))
                .shuffle("sentences");
        builder.setBolt("count", new Count(), 2).fields("split", "word");
        TopologySubmitter.submit("first-wordcount", builder.build(), Config.empty());
    }

    /**
     * Counts its share of the words, and prints them to the worker's log at the end. They are lost if the worker dies;
     * {@link CountBolt} keeps its counts.
     */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private transient Map<String, Integer> counts;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {
            counts = new TreeMap<>();
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            counts.merge(tuple.getString("word"), 1, Integer::sum);
        }

        @Override
        public void close() {
            System.out.println("counted " + counts);
        }
    }
}
