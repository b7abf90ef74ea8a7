// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LayoutTest {

    private static final Workload WORKLOAD = new Workload(Shape.YAHOO_JSON, 10, 4, Promise.atMostOnce(), 1, 1);

    @Test
    void aTopologyReadsItBehindItsOtherArguments() {
        Layout layout = Layout.inEachWorker(WORKLOAD).batched(Duration.ofMillis(1_500));
        Phases phases = new Phases(1, 1, 0, new long[] {0});

        String[] arguments = TracedTopology.arguments(WORKLOAD, phases, Path.of("run"), layout)
                .toArray(String[]::new);

        assertThat(Layout.decode(arguments)).isEqualTo(layout).isEqualTo(new Layout(4, Duration.ofMillis(1_500)));
        assertThat(Workload.decode(arguments[0])).isEqualTo(WORKLOAD);
    }

    @Test
    void theUsualOneHasTheTasksOfTheShape() {
        assertThat(Layout.usual(WORKLOAD)).isEqualTo(new Layout(Shape.TASKS, Duration.ZERO));
    }
}
