// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Subscription;
import io.millrace.api.TopologySubmitter;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracedTopologyTest {

    private static final Workload YAHOO = new Workload(Shape.YAHOO_JSON, 10, 4, Promise.atMostOnce(), 1, 1);

    /** What is submitted with the arguments of this. */
    private static List<ComponentSpec> components(Workload workload, Duration interval) {
        List<String> arguments =
                TracedTopology.arguments(workload, new Phases(1, 1, 0, new long[] {0}), Path.of("run"), interval);
        List<ComponentSpec> components = new ArrayList<>();
        TopologySubmitter.with(
                (name, topology, config) -> components.addAll(topology.components()),
                () -> TracedTopology.main(arguments.toArray(String[]::new)));
        return components;
    }

    @Test
    void eachComponentHasTheTasksOfTheWorkload() {
        assertThat(components(YAHOO, Duration.ZERO))
                .extracting(ComponentSpec::tasks)
                .containsOnly(Shape.TASKS);
        assertThat(components(YAHOO.withTaskPerWorker(), Duration.ZERO))
                .extracting(ComponentSpec::tasks)
                .containsOnly(4);
    }

    @Test
    void tuplesAreCollectedBehindTheirSourceIfThereIsAnInterval() {
        assertThat(components(YAHOO, Duration.ZERO))
                .extracting(ComponentSpec::id)
                .doesNotContain("batch");

        List<ComponentSpec> collected = components(YAHOO, Duration.ofMillis(1_500));

        assertThat(collected).extracting(ComponentSpec::id).contains("batch");
        assertThat(collected)
                .filteredOn(component -> component.id().equals("deserialize"))
                .flatExtracting(ComponentSpec::inputs)
                .extracting(Subscription::source)
                .containsExactly("batch");
    }
}
