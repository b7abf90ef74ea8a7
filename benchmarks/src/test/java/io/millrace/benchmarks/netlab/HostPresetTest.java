// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class HostPresetTest {

    @Test
    void theGreatestRoundTripIsThatOfTheFirstHosts() throws Exception {
        String preset =
                "{\"hosts\": [\"a\", \"b\", \"c\"], \"rtt\": {\"a\": {\"b\": 5, \"c\": 9.5}, \"b\": {\"c\": 7}}}";

        assertThat(new HostPreset("x", 2).greatestRttMillis(new ObjectMapper().readTree(preset)))
                .isEqualTo(5);
        assertThat(new HostPreset("x", 3).greatestRttMillis(new ObjectMapper().readTree(preset)))
                .isEqualTo(9.5);
    }

    @Test
    void aPresetIsNamedWithItsHosts() {
        assertThat(HostPreset.of("eu-4")).isEqualTo(new HostPreset("eu", 4)).hasToString("eu-4");
    }
}
