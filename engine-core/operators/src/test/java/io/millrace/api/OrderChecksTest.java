// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Spouts;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderChecksTest {

    private static final class Late implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final String[] fields;

        Late(String... fields) {
            this.fields = fields;
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declareStream(Streams.LATE, fields);
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private static Topology topology(String... lateFields) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.of("line", List.of("a")));
        builder.setBolt("count", new Late(lateFields)).shuffle("lines");
        return builder.build();
    }

    private static Config orders(String text) {
        return Config.empty().with(TopologyKeys.GEO_ORDER, text);
    }

    private static void refused(Topology topology, Config config, String line) {
        assertThatThrownBy(() -> topology.check(config, OrderChecksTest.class.getClassLoader()))
                .isInstanceOf(TopologyException.class)
                .hasMessage(line);
    }

    @Test
    void ordersOfStreamsThatThereAreAreAccepted() {
        for (String text : List.of(
                "unordered",
                "lines=late-drop:1s",
                "lines:default=late-drop:8",
                "unordered, count:late=late-drop:marker")) {
            assertThatCode(() -> topology("line").checkOrders(orders(text))).doesNotThrowAnyException();
        }
    }

    @Test
    void aStreamThatNobodyEmitsIsRefusedWithTheNearest() {
        refused(
                topology("line"),
                orders("linse=unordered"),
                "topology.geo.order names stream 'linse', which no component emits: did you mean 'lines'?");
    }

    @Test
    void withSnapshotsOnlyOrderedIsPossible() {
        refused(
                topology("line"),
                orders("lines=late-drop:200ms").with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE),
                "topology.geo.order is late-drop:200ms for stream 'lines', but topology.guarantee=exactly-once takes snapshots,"
                        + " whose barriers no tuple may pass: keep it ordered, or choose another guarantee");
    }

    @Test
    void aStreamForLateTuplesHasTheirFields() {
        assertThatCode(() -> topology("a", "b").checkOrders(orders("unordered")))
                .doesNotThrowAnyException();
        refused(
                topology("a", "b"),
                orders("late-drop:8"),
                "component 'count': its stream 'late' has 2 fields, but stream 'lines', whose late tuples go there, has 1:"
                        + " declare as many");
    }
}
