// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComponentGraphTest {

    private final ComponentGraph graph = new ComponentGraph(Specs.topology(
                    Specs.spec("read", 2),
                    Specs.spec("sum", 1, "join"),
                    Specs.spec("split", 3, "read"),
                    Specs.spec("join", 1, "split", "read", "retry"),
                    Specs.spec("retry", 1, "join"))
            .components());

    @Test
    void sourcesAreInTheOrderOfSubscriptionsAndConsumersInThatOfTheTopology() {
        assertThat(graph.components()).containsExactly("read", "sum", "split", "join", "retry");
        assertThat(graph.sourcesOf("join")).containsExactly("split", "read", "retry");
        assertThat(graph.consumersOf("join")).containsExactly("sum", "retry");
        assertThat(graph.sourcesOf("read")).isEmpty();
        assertThat(graph.consumersOf("sum")).isEmpty();
    }

    @Test
    void theNearestComponentsBehindOneComeFirst() {
        assertThat(graph.behind("read")).containsExactly("split", "join", "sum", "retry");
        assertThat(graph.behind("sum")).isEmpty();
    }

    @Test
    void aComponentOnACycleIsBehindItself() {
        assertThat(graph.behind("join")).containsExactly("sum", "retry", "join");
    }
}
