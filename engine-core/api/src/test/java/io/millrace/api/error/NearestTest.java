// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    private static final List<String> KNOWN = List.of("topology.workers", "topology.name", "worker.slots");

    @Test
    void whatIsSimilarIsSuggested() {
        assertThat(Nearest.of("topology.worker", KNOWN)).contains("topology.workers");
        assertThat(Nearest.of("workers", KNOWN)).contains("topology.workers");
        assertThat(Nearest.of("Topology.Name", KNOWN)).contains("topology.name");
        assertThat(Nearest.of("zzzzzz", KNOWN)).isEmpty();
        assertThat(Nearest.of("n".repeat(300), KNOWN)).isEmpty();
    }

    @Test
    void theNearestOfAllIsFoundHoweverFarItIs() {
        assertThat(Nearest.ofAll("topology.nam", KNOWN)).contains("topology.name");
        assertThat(Nearest.ofAll("zzzzzz", KNOWN)).contains("worker.slots");
        assertThat(Nearest.ofAll("n".repeat(100_000), KNOWN)).isPresent();
        assertThat(Nearest.ofAll("n", List.of())).isEmpty();
    }
}
