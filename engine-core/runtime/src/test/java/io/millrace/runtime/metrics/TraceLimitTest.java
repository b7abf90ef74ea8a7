// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceLimitTest {

    private static TraceRecord trace(long latency, double weight) {
        return new TraceRecord(0, latency, weight, List.of(), List.of());
    }

    @Test
    void fewTracesAreKeptAsTheyAre() {
        List<TraceRecord> traces = List.of(trace(1, 2), trace(2, 0));
        assertThat(TraceLimit.of(traces)).isEqualTo(traces);
    }

    @Test
    void ofManyThoseThatAreKeptStandForAllAndTheSlowestRemain() {
        List<TraceRecord> traces = new ArrayList<>();
        for (int i = 0; i < 3 * TraceLimit.MOST_RANDOM; i++) {
            traces.add(trace(i, 5));
        }
        for (int i = 0; i < 2 * TraceLimit.MOST_SLOW; i++) {
            traces.add(trace(1_000_000 + i, 0));
        }

        List<TraceRecord> kept = TraceLimit.of(traces);

        assertThat(kept).hasSize(TraceLimit.MOST_RANDOM + TraceLimit.MOST_SLOW);
        assertThat(kept.stream().mapToDouble(TraceRecord::weight).sum()).isEqualTo(15.0 * TraceLimit.MOST_RANDOM);
        assertThat(kept.stream()
                        .filter(trace -> trace.weight() == 0)
                        .mapToLong(TraceRecord::latencyNanos)
                        .min()
                        .orElse(0))
                .isEqualTo(1_000_000 + TraceLimit.MOST_SLOW);
    }
}
