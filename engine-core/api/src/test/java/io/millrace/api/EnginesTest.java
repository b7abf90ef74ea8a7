// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The declarations of components with engines, and the reported mistakes. */
class EnginesTest {

    private static final Bolt BOLT = new Bolt() {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}
    };

    private static List<String> streams(Engines engines) {
        List<String> streams = new ArrayList<>();
        new EngineBolt(engines, 1, 1).declareOutputs(new OutputDeclarer() {
            @Override
            public void declare(String... fields) {
                declareStream(Streams.DEFAULT, fields);
            }

            @Override
            public void declareStream(String stream, String... fields) {
                streams.add(stream + " " + List.of(fields));
            }

            @Override
            public void declareDirect(String stream, String... fields) {}
        });
        return streams;
    }

    @Test
    void streamsAreThoseOfTheBoltOrTheProgramAndOneForDeadMessages() {
        assertThat(streams(Engines.of(BOLT))).containsExactly("default [word]", "dead [input, error]");
        Engines program = Engines.process("python3", "x.py");
        assertThat(streams(program)).containsExactly("dead [input, error]");
        assertThat(streams(program.emits("a", "b").emitsTo("other", "c")))
                .containsExactly("default [a, b]", "other [c]", "dead [input, error]");
        assertThat(streams(program)).as("a copy was changed").hasSize(1);
    }

    @Test
    void mistakesAreToldWithWhatToDo() {
        assertThatThrownBy(() -> Engines.of((Bolt) null)).hasMessageContaining("give an instance");
        assertThatThrownBy(() -> Engines.process()).hasMessageContaining("give a command");
        assertThatThrownBy(() -> Engines.process("python3", "")).hasMessageContaining("without empty words");
        assertThatThrownBy(() -> Engines.container("")).hasMessageContaining("give an image");
        assertThatThrownBy(() -> Engines.java(BOLT).emits("a")).hasMessageContaining("leave emits out");
        Engines program = Engines.container("spots:1", "--fast").emits("a");
        assertThat(program.command()).containsExactly("spots:1", "--fast");
        assertThatThrownBy(() -> program.emits("b")).hasMessageContaining("declare each stream once");
        assertThatThrownBy(() -> program.emitsTo("dead", "b")).hasMessageContaining("take another name");
    }

    @Test
    void theNumberOfEnginesIsWithinItsBounds() {
        TopologyBuilder builder = new TopologyBuilder();
        for (int[] range : new int[][] {{0, 1}, {2, 1}, {1, 1_025}, {-1, -1}}) {
            assertThatThrownBy(() -> builder.setEngines("work", Engines.of(BOLT), range[0], range[1]))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("take at least 1, at most 1024");
        }
        builder.setEngines("work", Engines.of(BOLT), 1, 1_024);
    }

    @Test
    void variablesOfTheEngineCannotBeSet() {
        assertThat(Config.empty().with(EngineKeys.ENVIRONMENT, "").get(EngineKeys.ENVIRONMENT))
                .isEmpty();
        assertThatThrownBy(() -> Config.empty().with(EngineKeys.ENVIRONMENT, "PATH, MILLRACE_ENGINE=x"))
                .hasMessageContaining("engine.environment");
        assertThatThrownBy(() -> Config.empty().with(EngineKeys.ENVIRONMENT, "a b"))
                .hasMessageContaining("engine.environment");
    }
}
