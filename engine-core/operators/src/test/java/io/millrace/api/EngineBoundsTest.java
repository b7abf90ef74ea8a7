// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.EngineBounds.Range;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Spouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bounds of the numbers of engines of components. */
class EngineBoundsTest {

    private static final class Work implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.of("line", List.of("a")));
        builder.setEngines("analyse", Engines.of(new Work()), 2, 8).shuffle("lines");
        builder.setBolt("plain", new Work()).shuffle("lines");
        return builder.build();
    }

    private static Config bounds(String text) {
        return Config.empty().with(TopologyKeys.ENGINE_BOUNDS, text);
    }

    @Test
    void areReadAndWritten() {
        EngineBounds bounds = EngineBounds.read("analyse = 2..8, a b=c=4");
        assertThat(bounds.of("analyse")).contains(new Range(2, 8));
        assertThat(bounds.of("a b=c")).contains(new Range(4, 4));
        assertThat(bounds.of("other")).isEmpty();
        assertThat(TopologyKeys.ENGINE_BOUNDS.changed(bounds.toString(), "analyse=1"))
                .isEqualTo("analyse=1..1, a b=c=4..4");
        assertThat(EngineBounds.read("").components()).isEmpty();
        assertThat(EngineBounds.NONE.toString()).isEmpty();
    }

    @Test
    void whatAreNoBoundsIsRefused() {
        for (String text :
                List.of("2..8", "a=", "a=2..", "a=..8", "a=8..2", "a=0..1", "a=1..1025", "a=1,,b=2", "a=x")) {
            assertThatThrownBy(() -> EngineBounds.read(text)).as(text).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> bounds(text)).as(text).isInstanceOf(TopologyException.class);
        }
    }

    @Test
    void belongToComponentsWithEngines() {
        assertThat(topology().components().get(1).settings()).containsEntry(EngineKeys.BOUNDS.name(), "2..8");
        assertThatCode(() -> topology().checkEngines(bounds("analyse=1..16"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> topology().checkEngines(bounds("analise=1..16")))
                .hasMessage(
                        "topology.engine.bounds names component 'analise', which has no engines: did you mean 'analyse'?");
        assertThatThrownBy(() -> topology().check(bounds("plain=1..16"), EngineBoundsTest.class.getClassLoader()))
                .hasMessage("topology.engine.bounds names component 'plain', which has no engines: there is analyse");
    }
}
