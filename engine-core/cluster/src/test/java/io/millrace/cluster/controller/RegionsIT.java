// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RegionMatrix.Pair;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two supervisors in two regions: sources stay in their region, and the round trip between both is measured; with
 * -Plong also in a rebalance.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class RegionsIT extends JournalCluster {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    @Override
    Config settings() {
        return Config.empty().with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1));
    }

    @Override
    String region(String node) {
        return node.equals("n1") ? "eu" : "us";
    }

    private void submit(String region) throws Exception {
        Path jar = Jars.of(directory.resolve("journal-" + region + ".jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.counting(journals, 1_000, List.of(region)),
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
    }

    private List<String> nodesOfSources() {
        return cluster.describe(NAME).placement().stream()
                .filter(place -> place.component().equals("numbers"))
                .map(Place::node)
                .distinct()
                .toList();
    }

    @Tag("long")
    @Test
    void sourcesStayInTheirRegionAndTheRoundTripIsMeasured() throws Exception {
        assertThat(cluster.nodes())
                .extracting(NodeInfo::node, info -> info.place().region())
                .containsExactly(tuple("n1", "eu"), tuple("n2", "us"));
        assertThatThrownBy(() -> submit("asia"))
                .hasMessage(
                        "topology 'journal' has nowhere to run: component 'numbers' may run only in asia, and no node"
                                + " there is up: there is n1 in eu, n2 in us: start a supervisor with node.region=asia");
        submit("us");
        Await.until("numbers are counted", MOST, () -> counted() > 100);
        assertThat(nodesOfSources()).containsExactly("n2");
        assertThat(cluster.describe(NAME).components().get(0).regions()).containsExactly("us");

        Await.until("a round trip", MOST, () -> roundTrip().isMeasured());
        assertThat(roundTrip().rttMillis()).isBetween(0.0, 1_000.0);
        assertThat(roundTrip().nodePairs()).isEqualTo(1);
        daemons.restartController();
        Await.until(
                "the new leader has asked the workers", MOST, () -> roundTrip().isMeasured());

        if (LONG) {
            cluster.rebalance(NAME, new RebalanceRequest(false, "even", 3, Map.of()));
            Await.until("rebalanced", MOST, () -> !cluster.rebalance(NAME).goesOn());
            assertThat(cluster.rebalance(NAME).phase()).isEqualTo("DONE");
            assertThat(nodesOfSources()).containsExactly("n2");
        }
        assertExact();
    }

    private Pair roundTrip() {
        return cluster.describe(NAME).regions().roundTrips().between("eu", "us").orElseThrow();
    }
}
