// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.TracePart;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TraceRecorderTest {

    private static final int PARTS = TracePart.values().length;
    private static final long SECOND = 1_000_000_000;

    private final WorkerCounters counters =
            WorkerCounters.inMemory("w", 1, new TaskPlan(Specs.topology(Specs.sink("sink", 1))), List.of(List.of(1)));
    private final TraceRecorder recorder = counters.task(1).traces();
    private final int[] tasks = {1, 2};
    private final long[] nanos = new long[2 * PARTS];

    private void end(long now, long latency, int weight) {
        nanos[PARTS + TracePart.EXECUTE.ordinal()] = latency;
        if (recorder.wants(now, latency, weight > 0)) {
            recorder.keep(now / 1_000_000, latency, weight, 2, tasks, nanos);
        }
    }

    private List<TraceRecord> traces(long now) {
        return counters.traces(now);
    }

    @Test
    void theSlowestOfTenSecondsAreKeptAmongManyOthers() {
        for (int i = 0; i < 100_000; i++) {
            // The slow traces come in between
            end(5 * SECOND, i % 1_000 == 500 ? SECOND + i : 1_000, 512);
        }

        List<Long> expected = LongStream.range(68, 100)
                .map(i -> SECOND + 1_000 * i + 500)
                .boxed()
                .toList();
        assertThat(traces(6 * SECOND)).extracting(TraceRecord::latencyNanos).containsAll(expected);
        assertThat(traces(6 * SECOND))
                .filteredOn(trace -> trace.weight() == 0)
                .hasSizeBetween(TraceBlock.SLOWEST_TRACES - 5, TraceBlock.SLOWEST_TRACES);
    }

    @Test
    void theRandomChoiceStandsForAllTraces() {
        for (int i = 0; i < 100_000; i++) {
            end(5 * SECOND, i, 512);
        }

        List<TraceRecord> random =
                traces(6 * SECOND).stream().filter(trace -> trace.weight() > 0).toList();
        assertThat(random).hasSize(TraceBlock.RANDOM_TRACES);
        double stood = random.stream().mapToDouble(TraceRecord::weight).sum();
        assertThat(stood).isBetween(100_000 * 511.9, 100_000 * 512.1);
        double mean =
                random.stream().mapToLong(TraceRecord::latencyNanos).average().orElse(0);
        assertThat(mean).isBetween(40_000.0, 60_000.0);
    }

    @Test
    void tracesThatWereFollowedForTheirLatenessStandForNoOthers() {
        for (int i = 0; i < 10; i++) {
            end(SECOND, 1_000, 1);
            end(SECOND, 5_000, 0);
        }
        assertThat(traces(SECOND)).hasSize(20);
        assertThat(traces(SECOND))
                .filteredOn(trace -> trace.weight() > 0)
                .hasSize(10)
                .allSatisfy(trace -> {
                    assertThat(trace.weight()).isEqualTo(1);
                    assertThat(trace.latencyNanos()).isEqualTo(1_000);
                });
    }

    @Test
    void aTraceComesBackWithAllItsParts() {
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = 1_000 + i;
        }
        nanos[3] = -77;
        assertThat(recorder.wants(SECOND, 70_000, true)).isTrue();
        recorder.keep(1_234, 70_000, 3, 2, tasks, nanos);

        TraceRecord trace = traces(SECOND).get(0);
        assertThat(traces(SECOND)).hasSize(1);
        assertThat(trace.endedMillis()).isEqualTo(1_234);
        assertThat(trace.latencyNanos()).isEqualTo(70_000);
        assertThat(trace.weight()).isEqualTo(3);
        assertThat(trace.tasks()).containsExactly(1, 2);
        assertThat(trace.nanos())
                .containsExactlyElementsOf(LongStream.of(nanos).boxed().toList());
    }

    @Test
    void tracesOfMoreThanAMinuteAgoAreGone() {
        for (int i = 0; i < 9; i++) {
            end(i * 10 * SECOND + 1, 1_000 + i, 1);
        }
        assertThat(traces(85 * SECOND))
                .extracting(TraceRecord::latencyNanos)
                .containsExactly(1_003L, 1_004L, 1_005L, 1_006L, 1_007L, 1_008L);
        assertThat(traces(200 * SECOND)).isEmpty();
    }
}
