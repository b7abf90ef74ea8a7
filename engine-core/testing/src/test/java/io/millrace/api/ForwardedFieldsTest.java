// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.testing.BoltTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardedFieldsTest {

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aFilterHasTheFieldsOfItsInputsAlsoBehindAnother() {
        builder.setBolt("second", Bolts.filter(tuple -> true)).shuffle("first");
        builder.setBolt("first", Bolts.filter(tuple -> true)).shuffle("words");
        spout("words", "word", "count");

        Topology topology = builder.build();

        assertThat(topology.components())
                .allSatisfy(component -> assertThat(component.outputs())
                        .containsExactly(new StreamSpec("default", Fields.of("word", "count"), false)));
    }

    @Test
    void itEmitsWhatHoldsAsItIs() {
        try (BoltTest test = BoltTest.of(Bolts.filter(tuple -> tuple.getLong("count") > 1))
                .fields("word", "count")
                .start()) {
            test.execute("a", 1L);
            test.execute("b", 2L);

            assertThat(test.output()).containsExactly(List.of("b", 2L));
        }
    }

    @Test
    void inputsThatDifferAreRefused() {
        spout("words", "word");
        spout("lines", "line");
        builder.setBolt("some", Bolts.filter(tuple -> true)).shuffle("words").shuffle("lines");

        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessage("component 'some': it emits the fields of its inputs, and 'words' has word, but 'lines' has"
                        + " line: name the fields");
    }

    @Test
    void aCycleIsRefused() {
        spout("words", "word");
        builder.setBolt("some", Bolts.filter(tuple -> true)).shuffle("words").shuffle("some");

        assertThatThrownBy(builder::build).hasMessageContaining("which come from itself by a cycle: name the fields");
    }

    @Test
    void anUnknownInputIsSaidOnce() {
        spout("words", "word");
        builder.setBolt("some", Bolts.filter(tuple -> true)).shuffle("sentences");
        builder.setBolt("more", Bolts.filter(tuple -> true)).shuffle("some");

        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        TopologyException.class, e -> assertThat(e.problems()).hasSize(1));
    }

    private void spout(String id, String... fields) {
        builder.setSpout(id, new FieldsSpout(fields)).allowUnreplayable();
    }

    /** A spout that emits nothing. */
    private record FieldsSpout(String... fields) implements Spout {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare(fields);
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }
}
