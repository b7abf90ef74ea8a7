// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.TestEnsemble;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three ZooKeeper servers as processes: their leader dies while a topology runs and, with {@code -Plong}, after its
 * return the next leader.
 */
@Timeout(180)
@ExtendWith(Diagnosis.class)
class EnsembleIT {

    /** The number of deaths: in the long form the next leader dies too, after the return of the first. */
    private static final int DEATHS = Boolean.getBoolean("millrace.long") ? 2 : 1;

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final String CHROOT = "/streams/test";

    @TempDir
    Path directory;

    @AutoClose
    private TestEnsemble ensemble;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        ensemble = new TestEnsemble(directory.resolve("zookeeper"));
        daemons = TestCluster.start(
                directory, Config.empty().with(ClusterKeys.ZOOKEEPER_CONNECT, ensemble.connect() + CHROOT), "n1");
        cluster = daemons.client();
    }

    @Test
    void theDeathOfTheLeadingServerIsNotVisible() throws Exception {
        daemons.submit("numbers", TestTopologies.counting(10_000_000, 5), Config.empty());
        Await.until("progress", MOST, () -> acked() > 0);
        Map<String, Long> pids = daemons.pids("numbers");

        for (int death = 0; death < DEATHS; death++) {
            int leader = ensemble.leader();
            ensemble.kill(leader);
            long before = acked();
            Await.until("it goes on", MOST, () -> acked() > before);
            ensemble.awaitLeader();
            Await.until("the controller leads", MOST, daemons.controller()::leads);
            cluster.deactivate("numbers");
            Await.until("the change is heard", MOST, () -> cluster.list().get(0).status() == Status.INACTIVE);
            cluster.activate("numbers");
            long then = acked();
            Await.until("it goes on", MOST, () -> acked() > then);
            if (death + 1 < DEATHS) {
                ensemble.startAgain(leader);
                ensemble.awaitQuorum();
            }
        }

        assertThat(daemons.pids("numbers")).isEqualTo(pids);
        assertThat(cluster.metrics("numbers").sum("numbers", TaskMetrics::failed))
                .isZero();
        assertThat(cluster.describe("numbers").epoch()).isEqualTo(1);
        assertThat(cluster.nodes()).hasSize(1);
        assertThat(atTheTop()).doesNotContain("millrace").contains("streams");
        cluster.kill("numbers", MOST);
    }

    private List<String> atTheTop() throws Exception {
        ZooKeeper all = new ZooKeeper(ensemble.connect(), 10_000, event -> {});
        try {
            Await.until("a session", () -> all.getState().isConnected());
            return all.getChildren("/", false);
        } finally {
            all.close();
        }
    }

    private long acked() {
        return daemons.acked("numbers");
    }
}
