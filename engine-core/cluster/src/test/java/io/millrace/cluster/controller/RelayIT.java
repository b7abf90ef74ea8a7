// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.TopologyDescription.Relay;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two regions with a relaying node in one, and a relaying node in a third one, which has nothing to relay. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class RelayIT extends JournalCluster {

    private static final String RELAY = "relay-n3";

    @Override
    String region(String node) {
        return switch (node) {
            case "n1" -> "eu";
            case "n4" -> "asia";
            default -> "us";
        };
    }

    @Override
    boolean relays(String node) {
        return node.equals("n3") || node.equals("n4");
    }

    @Tag("long")
    @Test
    void aNodeThatRelaysGetsAWorkerThatEndsWithTheTopologyAndStartsAgainWhenItDies() throws Exception {
        startSupervisor("n3");
        startSupervisor("n4");
        Path jar = Jars.of(directory.resolve("journal.jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.counting(journals, 1_000, List.of("us")),
                Config.empty().with(TopologyKeys.WORKERS, 3).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
        Await.until("a relay", MOST, () -> relays().equals(List.of(new Relay(RELAY, "n3", "us", true))));
        Await.until("numbers are counted", MOST, () -> counted() > 100);
        assertThat(cluster.describe(NAME).placement())
                .noneMatch(place -> place.node().equals("n3"));
        assertThat(cluster.nodes())
                .extracting(
                        NodeInfo::node,
                        node -> node.place().relay(),
                        node -> node.process().slots())
                .contains(tuple("n3", true, 0), tuple("n4", true, 0));
        assertThat(cluster.nodes())
                .extracting(NodeInfo::node, NodeInfo::usedSlots)
                .contains(tuple("n3", 0), tuple("n4", 0));
        assertThat(cluster.list().get(0).workers()).isEqualTo(3);

        PeerEndpoint first = relay().orElseThrow();
        ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
        Await.until(
                "it has started again",
                MOST,
                () -> relay().filter(now -> now.epoch() > first.epoch()).isPresent());

        cluster.drain("n3");
        Await.until("it has left", MOST, () -> relays().isEmpty() && relay().isEmpty());
        cluster.undrain("n3");
        Await.until("it is back", MOST, () -> relay().isPresent());
        long last = relay().orElseThrow().pid();
        assertExact();
        assertThat(ProcessHandle.of(last).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private List<Relay> relays() {
        return cluster.describe(NAME).regions().relays();
    }

    private Optional<PeerEndpoint> relay() {
        return leader.endpoint(NAME, RELAY);
    }
}
