// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.scheduler.ExecutorDetails;
import org.junit.jupiter.api.Test;

class TrafficTest {
    private static final String WINDOW = "600";

    @Test
    void whatAnExecutorTookIsDividedByWhatItsSourcesEmitted() {
        TopologyInfo info = info(spout(1, 600, 9000), spout(2, 600, 3000), bolt(3, 600, 10_000), bolt(4, 600, 2000));
        Map<Traffic.Pair, Double> rates = Traffic.of(info, 7, 60).orElseThrow().rates();
        assertThat(rates).hasSize(4);
        assertThat(rates.get(pair(1, 3))).isCloseTo(0.75 * 10_000 / 600, within(1e-9));
        assertThat(rates.get(pair(2, 3))).isCloseTo(0.25 * 10_000 / 600, within(1e-9));
        assertThat(rates.get(pair(1, 4))).isCloseTo(0.75 * 2000 / 600, within(1e-9));
    }

    @Test
    void anExecutorThatStartedLaterEmitsAtItsRate() {
        TopologyInfo info = info(spout(1, 6000, 60_000), spout(2, 100, 10_000), bolt(3, 600, 600));
        Map<Traffic.Pair, Double> rates = Traffic.of(info, 7, 60).orElseThrow().rates();
        assertThat(rates.get(pair(1, 3))).isCloseTo(0.5, within(1e-9));
        assertThat(rates.get(pair(2, 3))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void thereAreNoFiguresBeforeAllExecutorsHaveRunForAMinute() {
        assertThat(Traffic.of(info(spout(1, 600, 9000), bolt(3, 59, 100)), 1, 60))
                .isEmpty();
        ExecutorSummary silent = bolt(3, 600, 100);
        silent.unset_stats();
        assertThat(Traffic.of(info(spout(1, 600, 9000), silent), 1, 60)).isEmpty();
        assertThat(Traffic.of(info(), 1, 60)).isEmpty();
    }

    private static Traffic.Pair pair(int from, int to) {
        return new Traffic.Pair(new ExecutorDetails(from, from), new ExecutorDetails(to, to));
    }

    private static TopologyInfo info(ExecutorSummary... executors) {
        return new TopologyInfo("t-1", "t", 600, List.of(executors), "ACTIVE", Map.of());
    }

    private static ExecutorSummary spout(int task, int uptime, long emitted) {
        ExecutorStats stats = new ExecutorStats(
                Map.of(WINDOW, Map.of("default", emitted), ":all-time", Map.of("default", 10 * emitted)),
                Map.of(),
                ExecutorSpecificStats.spout(new SpoutStats(Map.of(), Map.of(), Map.of())),
                1.0);
        return summary(task, "words", uptime, stats);
    }

    private static ExecutorSummary bolt(int task, int uptime, long executed) {
        Map<String, Map<GlobalStreamId, Long>> counts = new HashMap<>();
        counts.put(WINDOW, Map.of(new GlobalStreamId("words", "default"), executed));
        BoltStats bolt = new BoltStats(Map.of(), Map.of(), Map.of(), counts, Map.of());
        return summary(
                task, "count", uptime, new ExecutorStats(Map.of(), Map.of(), ExecutorSpecificStats.bolt(bolt), 1.0));
    }

    private static ExecutorSummary summary(int task, String component, int uptime, ExecutorStats stats) {
        ExecutorSummary summary = new ExecutorSummary(new ExecutorInfo(task, task), component, "host", 6700, uptime);
        summary.set_stats(stats);
        return summary;
    }
}
