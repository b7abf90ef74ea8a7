package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Counter;
import io.millrace.api.Emitter;
import io.millrace.api.Spouts;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.util.List;

/** A topology whose classes are in two jars. */
final class JarTopology {

    private JarTopology() {}

    /** Counts the words that the library knows, and whether its own class and the library's are signed. */
    static final class Look implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private transient Counter known;

        @Override
        public void prepare(TaskContext context) {
            known = context.counter("known");
            context.counter("signed").add(isSigned(Look.class) + isSigned(Vocabulary.class));
        }

        private static int isSigned(Class<?> type) {
            return type.getSigners() == null ? 0 : 1;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (Vocabulary.knows(input.getString("word"))) {
                known.add(1);
            }
        }
    }

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("leaf", "the", "wheel", "leaf")));
        builder.setBolt("look", new Look()).shuffle("words");
        return builder.build();
    }
}
