// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Counter;
import io.millrace.api.Emitter;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Spouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/** A topology whose classes are in two jars, and which has a resource. */
public final class JarTopology {

    private JarTopology() {}

    /**
     * Counts the words that the library knows, and those in a resource, and whether its own class and the library's are
     * signed.
     */
    static final class Look implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private transient Counter known;
        private transient Counter stopped;
        private transient List<String> stopWords;

        @Override
        public void prepare(TaskContext context) {
            known = context.counter("known");
            stopped = context.counter("stopped");
            try {
                stopWords = Files.readAllLines(context.resource("stop-words.txt"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
            if (stopWords.contains(input.getString("word"))) {
                stopped.add(1);
            }
        }
    }

    public static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("leaf", "the", "wheel", "leaf")));
        builder.setBolt("look", new Look()).shuffle("words");
        return builder.build();
    }
}
