// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelayChoiceTest {

    private static final PeerEndpoint TARGET = endpoint("w2", "n2", "us", true);

    private static PeerEndpoint endpoint(String worker, String node, String region, boolean hasTasks) {
        return new PeerEndpoint(
                worker,
                node,
                1,
                new PeerEndpoint.Process(1, "", "", "host", 1),
                hasTasks ? List.of(new ExecutorEndpoint("", List.of(1))) : List.of(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", region));
    }

    private static List<String> relays(PeerEndpoint... others) {
        List<PeerEndpoint> up = new ArrayList<>(List.of(others));
        up.add(TARGET);
        return RelayChoice.of(up, "w1", "n1", "eu", TARGET);
    }

    @Test
    void workersOfBothRegionsOnOtherNodesRelay() {
        assertThat(relays(
                        endpoint("w3", "n3", "eu", true),
                        endpoint("w4", "n4", "us", true),
                        endpoint("w5", "n5", "asia", true),
                        endpoint("w6", "n1", "eu", true),
                        endpoint("w7", "n2", "us", true)))
                .containsExactlyInAnyOrder("w3", "w4");
    }

    @Test
    void thoseWithoutTasksComeFirst() {
        assertThat(relays(
                        endpoint("w3", "n3", "eu", true),
                        endpoint("w4", "n4", "us", true),
                        endpoint("relay-n9", "n9", "us", false)))
                .startsWith("relay-n9")
                .hasSize(3);
    }

    @Test
    void aFewAreChosenAndOtherPairsChooseOthers() {
        List<PeerEndpoint> up = new ArrayList<>();
        for (int i = 10; i < 30; i++) {
            up.add(endpoint("w" + i, "n" + i, "eu", true));
        }
        Set<List<String>> choices = new HashSet<>();
        for (int i = 40; i < 60; i++) {
            List<String> chosen = RelayChoice.of(up, "w" + i, "n1", "eu", TARGET);
            assertThat(chosen).hasSize(RelayChoice.MOST);
            choices.add(chosen);
        }
        assertThat(choices).hasSizeGreaterThan(5);
    }
}
