// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The traffic of a running topology changes, and the controller moves its tasks accordingly, while numbers are counted
 * exactly.
 */
@Timeout(150)
@ExtendWith(Diagnosis.class)
class AutoRebalanceIT extends JournalCluster {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final long PER_SECOND = 1_000;

    @Override
    Config settings() {
        return Config.empty().with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1));
    }

    @Tag("long")
    @Test
    void tasksFollowTheTrafficAndNothingIsLostOrCountedTwice() throws Exception {
        Path jar = Jars.of(directory.resolve("journal.jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.paired(journals, PER_SECOND),
                Config.empty()
                        .with(TopologyKeys.WORKERS, 2)
                        .with(TopologyKeys.EXECUTORS, 1)
                        .with(TopologyKeys.REBALANCE_AUTO, true)
                        .with(TopologyKeys.REBALANCE_CONFIRMATIONS, 2)
                        .with(TopologyKeys.REBALANCE_CALM, Duration.ofSeconds(2))
                        // The length of the pause on this machine must not matter here; a unit test checks its weight
                        .with(TopologyKeys.REBALANCE_HORIZON, Duration.ofDays(365)),
                jar,
                null));
        Await.until("numbers are counted", MOST, () -> counted() > 200);
        Await.until("all chains are on one node", MOST, () -> verdicts().contains(Verdict.NOTHING_BETTER));
        assertThat(nodes(1, 3, 5)).isEqualTo(1);
        assertThat(nodes(2, 4, 6)).isEqualTo(1);
        long before = moves();

        Files.createFile(journals.resolve("cross"));
        Await.until("a move", MOST, () -> moves() > before);
        Await.until("its end", MOST, () -> verdicts().contains(Verdict.DONE));
        Await.until("chains are together again", MOST, () -> nodes(1, 4, 5) == 1 && nodes(2, 3, 6) == 1);
        Await.until("nothing crosses", MOST, () -> crossing() < 0.1);

        assertTwoHaveMoved();

        // The next leader finds the same mode, and its calm period starts again
        daemons.restartController();
        Await.until("the next leader's decision", MOST, () -> verdicts().contains(Verdict.CALM));
        if (LONG) {
            switchedOffAndOnAgain();
        }
        assertExact();
    }

    /** Asserts that two tasks of the crossing chains have moved. */
    private void assertTwoHaveMoved() {
        assertThat(decisions())
                .filteredOn(decision -> decision.verdict() == Verdict.MOVED)
                .anySatisfy(moved -> {
                    assertThat(moved.figures().moves()).isEqualTo(2);
                    assertThat(moved.figures().crossShareBefore())
                            .isGreaterThan(moved.figures().crossShareAfter());
                });
    }

    private void switchedOffAndOnAgain() throws Exception {
        long after = assignment().rebalance().number();
        cluster.set(NAME, new AutoRebalanceRequest(false));
        Files.delete(journals.resolve("cross"));
        long counted = counted();
        Await.until("it goes on", MOST, () -> counted() > counted + 3 * PER_SECOND);
        assertThat(assignment().rebalance().number()).as("switched off").isEqualTo(after);

        cluster.set(NAME, new AutoRebalanceRequest(true));
        Await.until("moved back", MOST, () -> nodes(1, 3, 5) == 1 && nodes(2, 4, 6) == 1);
        Await.until("its end", MOST, () -> verdicts().contains(Verdict.DONE));
        assertTwoHaveMoved();
    }

    private List<RebalanceDecision> decisions() {
        return cluster.rebalanceDecisions(NAME).decisions();
    }

    private List<Verdict> verdicts() {
        return decisions().stream().map(RebalanceDecision::verdict).toList();
    }

    private long moves() {
        return verdicts().stream().filter(Verdict.MOVED::equals).count();
    }

    /** Returns the number of nodes that run these tasks. */
    private long nodes(int... tasks) {
        Map<String, String> nodes = assignment().nodeOfWorker();
        Map<Integer, String> workers = assignment().workerOfTask();
        return java.util.Arrays.stream(tasks)
                .mapToObj(task -> nodes.get(workers.get(task)))
                .distinct()
                .count();
    }

    /** Returns the measured share of messages between nodes. */
    private double crossing() {
        List<Flow> flows = cluster.traffic(NAME).flows();
        double all = flows.stream().mapToDouble(Flow::messagesPerSecond).sum();
        return all == 0
                ? 1
                : flows.stream()
                                .filter(flow -> flow.distance() == Distance.REMOTE)
                                .mapToDouble(Flow::messagesPerSecond)
                                .sum()
                        / all;
    }
}
