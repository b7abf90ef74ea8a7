// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.operators.Spouts;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.tuple.DataTuple;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndToEndTest {

    private static final int SINK = 2;

    private final WorkerCounters counters =
            WorkerCounters.inMemory("w", 1, new TaskPlan(topology()), List.of(List.of(1, SINK)));
    private long now = 1_000_000_000;
    private int readings;
    private final EndToEnd latencies = new EndToEnd(counters.task(SINK).endToEnd(), () -> {
        readings++;
        return now;
    });

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.of("number", List.of(1)));
        builder.setBolt("sink", (BasicBolt) (tuple, out) -> {}).shuffle("source");
        return builder.build();
    }

    private LatencySummary summary() {
        return counters.snapshot(now).tasks().get(SINK - 1).endToEnd();
    }

    @Test
    void readsTheClockForEachTupleThatComesAlone() {
        for (int i = 0; i < 1_000; i++) {
            now += 20_000;
            latencies.ended(now - 5_000);
        }
        assertThat(readings).isEqualTo(1_000);
        assertThat(summary().count()).isEqualTo(1_000);
        assertThat((double) summary().maxNanos()).isBetween(4_950.0, 5_100.0);
    }

    @Test
    void readsItSeldomForTuplesThatFollowEachOtherFastAndCountsAll() {
        for (int i = 0; i < 16_000; i++) {
            now += 100;
            latencies.ended(now - 5_000);
        }
        latencies.finish();
        assertThat(readings).isBetween(16_000 / 64, 16_000 / 12);
        assertThat(summary().count()).isEqualTo(16_000);
        assertThat((double) summary().p50Nanos()).isBetween(4_900.0, 5_100.0);
    }

    @Test
    void countsWhatWasPassedOverWhenTheTurnEnds() {
        for (int i = 0; i < 10; i++) {
            latencies.ended(now - 7_000);
        }
        latencies.finish();
        latencies.finish();
        assertThat(summary().count()).isEqualTo(10);
        now += 1_000_000;
        latencies.ended(now - 3);
        assertThat(summary().count()).as("exact again").isEqualTo(11);
    }

    @Test
    void leavesOutTuplesWhoseIntendedTimeIsNotKnown() {
        for (int i = 0; i < 1_000; i++) {
            now += 100;
            latencies.ended(i % 2 == 0 ? now - 5_000 : DataTuple.UNKNOWN_TIME);
            latencies.endedAt(now, DataTuple.UNKNOWN_TIME);
        }
        latencies.finish();
        assertThat(summary().count()).isEqualTo(500);
        assertThat((double) summary().maxNanos()).isBetween(4_900.0, 5_200.0);
    }
}
