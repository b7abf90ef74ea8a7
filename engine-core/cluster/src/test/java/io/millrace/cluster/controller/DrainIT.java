// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.NodeInfo.State;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A node is drained while its workers count numbers exactly: the topology waits for room, and all workers move when
 * there is room. In each build {@link LostAndDrainedNodesTest} and {@link ControllerDaemonTest} show each step, and
 * {@link RebalanceIT} shows that a move of processes is exact.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class DrainIT extends JournalCluster {

    @Override
    Config settings() {
        return Config.empty().with(ClusterKeys.SUPERVISOR_SLOTS, 1);
    }

    @Tag("long")
    @Test
    void everythingMovesOffADrainedNodeAndNothingIsLost() throws Exception {
        Path jar = Jars.of(directory.resolve("journal.jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.counting(journals, 1_000),
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
        Await.until("numbers are counted", MOST, () -> counted() > 200);

        assertThat(cluster.drain("n2").state()).isEqualTo(State.DRAINING);
        Await.until("a reason", MOST, () -> cluster.list().get(0).problem() != null);
        assertThat(cluster.list().get(0).problem()).startsWith("stays on n2: it needs a free slot on other nodes");
        daemons.restartController();
        startSupervisor("n3");
        Await.until("drained", MOST, () -> node("n2").state() == State.DRAINED);

        assertThat(assignment().workers()).extracting(WorkerPlan::node).containsExactlyInAnyOrder("n1", "n3");
        long before = counted();
        Await.until("it goes on", MOST, () -> counted() > before + 100);
        daemons.stopNode("n2");
        Await.until("away", MOST, () -> node("n2").process().host() == null);
        assertThat(node("n2").state()).isEqualTo(State.DRAINED);
        startSupervisor("n2");
        Await.until("taken back", MOST, () -> cluster.undrain("n2").state() == State.UP);
        assertThat(failed()).isZero();
        assertExact();
    }

    private NodeInfo node(String name) {
        return cluster.nodes().stream()
                .filter(info -> info.node().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
