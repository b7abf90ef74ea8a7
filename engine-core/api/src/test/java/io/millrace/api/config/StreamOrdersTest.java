// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.StreamOrder.Kind;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamOrdersTest {

    @ParameterizedTest
    @ValueSource(strings = {"ordered", "unordered", "late-drop:200ms", "late-drop:8", "late-drop:marker"})
    void anOrderIsReadAsItIsWritten(String text) {
        assertThat(StreamOrder.read(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sorted",
                "late-drop",
                "late-drop:",
                "late-drop:0",
                "late-drop:0ms",
                "late-drop:99999",
                "a=b=c"
            })
    void whatIsNoOrderIsRefusedWithThoseThatAre(String text) {
        assertThatThrownBy(
                        () -> Config.empty().with(TopologyKeys.GEO_ORDER, text).get(TopologyKeys.GEO_ORDER))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topology.geo.order is '" + text + "'")
                .hasMessageContaining("late-drop:TIME");
    }

    @Test
    void aStreamHasItsOwnOrderOrThatOfAllOthers() {
        StreamOrders orders =
                StreamOrders.read("unordered, lines=late-drop:200 ms, split:words = ordered, a:default=late-drop:3");
        assertThat(orders.of("lines", "default")).isEqualTo(new StreamOrder(Kind.LATE_WAIT, Duration.ofMillis(200), 0));
        assertThat(orders.of("lines", "other").kind()).isEqualTo(Kind.UNORDERED);
        assertThat(orders.of("split", "words")).isEqualTo(StreamOrder.ORDERED);
        assertThat(orders.of("a", "default").behind()).isEqualTo(3);
        assertThat(TopologyKeys.GEO_ORDER.changed(orders.toString(), "lines=ordered"))
                .hasToString("unordered, lines=ordered, split:words=ordered, a:default=late-drop:3");
        assertThat(StreamOrders.read(orders.toString())).hasToString(orders.toString());
    }

    @Test
    void theStricterOfTwoOrdersCounts() {
        StreamOrder brief = StreamOrder.read("late-drop:100ms");
        StreamOrder patient = StreamOrder.read("late-drop:2s");
        assertThat(brief.stricter(patient)).isEqualTo(patient);
        assertThat(patient.stricter(brief)).isEqualTo(patient);
        assertThat(StreamOrder.read("unordered").stricter(brief)).isEqualTo(brief);
        assertThat(patient.stricter(StreamOrder.ORDERED)).isEqualTo(StreamOrder.ORDERED);
    }
}
