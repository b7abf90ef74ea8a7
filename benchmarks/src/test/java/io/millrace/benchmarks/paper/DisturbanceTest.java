// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import org.junit.jupiter.api.Test;

class DisturbanceTest {

    private static ObjectNode line(String network, double busy, long late, long packets) {
        return new ObjectMapper()
                .createObjectNode()
                .put("network", network)
                .put("busy", busy)
                .put("late_over_1ms", late)
                .put("packets", packets);
    }

    @Test
    void busyProcessorsAndLatePacketsDisturb() {
        assertThat(Disturbance.isIn(line(Lab.NETWORK, 0.89, 1, 1_000))).isFalse();
        assertThat(Disturbance.isIn(line(Lab.NETWORK, 0.91, 0, 1_000))).isTrue();
        assertThat(Disturbance.isIn(line(Lab.NETWORK, 0.5, 2, 1_000))).isTrue();
        assertThat(Disturbance.isIn(line(Lab.NETWORK, 0.5, 0, 0))).isFalse();
    }

    @Test
    void onOneNodeThereIsNoEmulation() {
        assertThat(Disturbance.isIn(line(Result.ONE_NODE, 1, 0, 0))).isFalse();
    }

    @Test
    void itSaysWhatItWas() {
        assertThat(Disturbance.describe(line(Lab.NETWORK, 0.95, 5, 1_000)))
                .isEqualTo("all processors were busy for 95 % of the time, and 0.50 % of the packets late");
    }
}
