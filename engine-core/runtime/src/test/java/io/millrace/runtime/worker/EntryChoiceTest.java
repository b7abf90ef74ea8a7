// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EntryChoiceTest {

    private static PeerEndpoint worker(String name, String region, boolean relays) {
        return new PeerEndpoint(
                name,
                "node of " + name,
                1,
                new PeerEndpoint.Process(1, "", "", "host", 1),
                relays ? List.of() : List.of(new ExecutorEndpoint("", List.of(1))),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", region));
    }

    @Test
    void theWorkerWithTheMostTasksIsTheEntryThenByNameAndRelaysLast() {
        TaskPlacement placement = new TaskPlacement(
                Map.of(1, "w1", 2, "w2", 3, "w3", 4, "w3", 5, "w2", 6, "w4", 7, "w5", 8, "w5", 9, "w5"), Map.of());
        List<PeerEndpoint> up = List.of(
                worker("relay", "us", true),
                worker("w1", "us", false),
                worker("w2", "us", false),
                worker("w3", "us", false),
                worker("w4", "us", false),
                worker("w5", "eu", false));
        // Task 6 gets no copies
        assertThat(EntryChoice.of(up, "us", placement, task -> task != 6)).containsExactly("w2", "w3", "w1", "relay");
        assertThat(EntryChoice.of(up, "us", placement, task -> true)).containsExactly("w2", "w3", "w1", "w4");
        assertThat(EntryChoice.of(up, "eu", placement, task -> true)).containsExactly("w5");
    }
}
