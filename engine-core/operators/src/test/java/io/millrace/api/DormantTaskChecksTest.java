// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.sink;
import static io.millrace.api.Samples.split;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.EngineKeys;
import org.junit.jupiter.api.Test;

/** The components that may have dormant tasks. */
class DormantTaskChecksTest {

    private static final String MAX = EngineKeys.TASKS_MAX.name();

    @Test
    void aComponentWithEnginesBehindFirstIdleMay() {
        TopologyBuilder builder = withLines();
        builder.setEngines("split", Engines.of(split()), 1, 2, 3)
                .firstIdle("lines")
                .set(MAX, 8);
        assertThat(builder.build().components().get(1).tasks()).isEqualTo(3);
    }

    @Test
    void othersMayNot() {
        TopologyBuilder builder = withLines();
        builder.setEngines("few", Engines.of(split()), 1, 2, 3)
                .firstIdle("lines")
                .set(MAX, 2);
        builder.setEngines("shuffled", Engines.of(split()), 1, 2)
                .shuffle("lines")
                .set(MAX, 2);
        builder.setBolt("plain", sink()).firstIdle("lines").set(MAX, 2);
        builder.setBolt("none", sink()).shuffle("lines").set(MAX, 0);
        assertThat(problems(builder))
                .containsExactlyInAnyOrder(
                        "component 'few': engine.tasks.max is 2, but it has 3 tasks: set it to 3 or more, or lower the"
                                + " parallelism",
                        "component 'shuffled': engine.tasks.max is 2, but it gets stream 'default' of 'lines' by a grouping"
                                + " that also sends to tasks that are dormant: subscribe by firstIdle",
                        "component 'plain': engine.tasks.max is 2, but it has no engines: add it by setEngines, or drop the"
                                + " setting");
    }
}
