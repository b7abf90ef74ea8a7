// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Spouts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelismTest {

    private static final Topology SUBMITTED = submitted();

    @Test
    void whatWasNotChangedIsAsItWasSubmitted() {
        assertThat(Parallelism.of(SUBMITTED, Map.of(), Map.of())).isSameAs(SUBMITTED);
    }

    @Test
    void onlyTheNumberOfExecutorsChanges() {
        Topology changed = Parallelism.of(SUBMITTED, Map.of("left", 2), Map.of());

        assertThat(changed.components()).extracting(ComponentSpec::parallelism).containsExactly(2, 4);
        assertThat(changed.components()).extracting(ComponentSpec::tasks).containsExactly(4, 4);
        assertThat(Parallelism.of(changed, Map.of("left", 4), Map.of())).isEqualTo(SUBMITTED);
        assertThat(ExecutorPlan.of(changed, List.of(1, 2, 3, 4), 4).shared()).hasSize(2);
    }

    @Test
    void aComponentWithFewerTasksHasNoMoreExecutorsThanThose() {
        Topology changed = Parallelism.of(SUBMITTED, Map.of("right", 3), Map.of("left", 2, "right", 8));

        assertThat(changed.components()).extracting(ComponentSpec::tasks).containsExactly(2, 8);
        assertThat(changed.components()).extracting(ComponentSpec::parallelism).containsExactly(2, 3);
        assertThat(new TaskPlan(changed).tasksOf("right")).startsWith(3).hasSize(8);
    }

    private static Topology submitted() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("left", Spouts.of("number", List.of(1)), 4);
        builder.setSpout("right", Spouts.of("number", List.of(1)), 4);
        return builder.build();
    }
}
