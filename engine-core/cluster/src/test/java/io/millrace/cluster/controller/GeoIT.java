// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.GeoMode;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two supervisors in two regions: the state of the channels between them can be seen, and their order changed; and
 * there are none as soon as it is decided that the regions are near each other.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class GeoIT extends JournalCluster {

    @Override
    Config settings() {
        return Config.empty().with(ClusterKeys.REGION_COST_EGRESS, "eu=0.02, *=0.09");
    }

    @Override
    String region(String node) {
        return node.equals("n1") ? "eu" : "us";
    }

    private List<ChannelMetrics> channels() {
        return cluster.channels(NAME).channels();
    }

    private void submit(Config config) throws Exception {
        Path jar = Jars.of(directory.resolve("journal.jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.counting(journals, 2_000, List.of("us")),
                config.with(TopologyKeys.WORKERS, 2).with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
    }

    @Test
    void aRebalanceEndsTheChannelsOfRegionsThatAreNearEachOther() throws Exception {
        submit(Config.empty());
        Await.until("channels, as nothing was measured", MOST, () -> !channels().isEmpty());
        Await.until(
                "a round trip",
                MOST,
                () -> cluster.describe(NAME)
                        .regions()
                        .roundTrips()
                        .between("eu", "us")
                        .filter(pair -> pair.isMeasured() && pair.rttMillis() < 5)
                        .isPresent());
        assertThat(assignment().near().pairs()).isEmpty();
        RebalanceReport report = cluster.rebalance(NAME, new RebalanceRequest(false, "even", 0, Map.of()));
        assertThat(report.workers().regrouping())
                .extracting(RebalanceReport.Place::worker)
                .hasSize(2);
        Await.until("rebalanced", MOST, () -> !cluster.rebalance(NAME).goesOn());
        assertThat(cluster.rebalance(NAME).phase()).isEqualTo("DONE");
        assertThat(assignment().near().between("us", "eu")).isPresent();
        long counted = counted();
        Await.until("more is counted", MOST, () -> counted() > counted + 100);
        Await.until("no channel is left", MOST, () -> channels().isEmpty());
        assertThat(cluster.channels(NAME).note()).startsWith("plain connections between eu and us (round trip ");
        // A worker that starts again has no channels either
        ProcessHandle.of(pids().get("w1")).orElseThrow().destroyForcibly();
        long before = counted();
        Await.until("it has started again", MOST, () -> counted() > before + 100);
        assertThat(channels()).isEmpty();
        assertExact();
    }

    @Tag("long")
    @Test
    void thereAreNoChannelsIfTheyAreOff() throws Exception {
        submit(Config.empty().with(TopologyKeys.GEO, GeoMode.OFF));
        Await.until("numbers are counted", MOST, () -> counted() > 100);
        assertThat(cluster.channels(NAME).channels()).isEmpty();
        assertThat(cluster.channels(NAME).note()).startsWith("topology.geo is off");
        assertExact();
    }

    @Test
    void channelsAreShownAndTheirOrderChangesWhileTheyRun() throws Exception {
        submit(Config.empty());
        Await.until(
                "a choice was made and its latency measured",
                MOST,
                () -> channels().stream()
                        .anyMatch(channel -> !channel.reason().isEmpty()
                                && channel.figures().get(ChannelFigure.MEASURED_NANOS) > 0));
        ChannelMetrics channel = channels().stream()
                .filter(each ->
                        each.source().equals("numbers") && each.figures().get(ChannelFigure.MEASURED_NANOS) > 0)
                .findFirst()
                .orElseThrow();
        assertThat(channel.streams()).containsExactly("numbers");
        assertThat(channel.sourceRegion()).isEqualTo("us");
        assertThat(channel.targetRegion()).isEqualTo("eu");
        assertThat(channel.order()).isEqualTo("ordered");
        assertThat(channel.routes()).first().matches(route -> route.name().equals("direct") && route.used());
        assertThat(channel.figures().real(ChannelFigure.MONEY))
                .isGreaterThan(channel.figures().get(ChannelFigure.EVENTS) * 0.02 / 1e9);
        assertThat(cluster.channelAlternatives(NAME).channels())
                .anyMatch(each -> each.alternatives().stream().anyMatch(alternative -> alternative.pareto()));

        assertThatThrownBy(() -> cluster.set(NAME, new OrderRequest("nombers", "unordered")))
                .hasMessage(
                        "topology.geo.order names stream 'nombers', which no component emits: did you mean 'numbers'?");
        cluster.set(NAME, new OrderRequest("numbers", "late-drop:5s"));
        Await.until(
                "another order",
                MOST,
                () -> channels().stream()
                        .filter(each -> each.source().equals("numbers"))
                        .allMatch(each -> each.order().equals("late-drop:5s")));
        daemons.restartController();
        Await.until(
                "the new leader knows it",
                MOST,
                () -> channels().stream().anyMatch(each -> each.order().equals("late-drop:5s")));
        assertExact();
    }
}
