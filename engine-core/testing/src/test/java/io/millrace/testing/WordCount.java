// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Splits sentences, counts words, and emits the counts at each tick. */
final class WordCount {

    private WordCount() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", Spouts.of("sentence", List.of("from the author")), 2);
        builder.setBolt("split", Bolts.flatMap(Fields.of("word"), (sentence, out) -> {
                    for (String word : sentence.getString("sentence").split(" ")) {
                        out.emit(word);
                    }
                }))
                .shuffle("sentences");
        builder.setBolt("count", new Count(), 2).fields("split", "word").tickEvery(Duration.ofSeconds(30));
        return builder.build();
    }

    /** Counts its share of the words, and emits its counts at a tick. */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private transient Map<String, Integer> counts;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word", "count");
        }

        @Override
        public void prepare(TaskContext context) {
            counts = new TreeMap<>();
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            if (tuple.isTick()) {
                counts.forEach(out::emit);
            } else {
                counts.merge(tuple.getString("word"), 1, Integer::sum);
            }
        }
    }
}
