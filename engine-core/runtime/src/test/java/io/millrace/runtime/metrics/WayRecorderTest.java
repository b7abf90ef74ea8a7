package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.WayPart;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WayRecorderTest {

    private static final int PARTS = WayPart.values().length;
    private static final long SECOND = 1_000_000_000;

    private final WorkerCounters counters =
            WorkerCounters.inMemory("w", 1, new TaskPlan(Specs.topology(Specs.sink("sink", 1))), List.of(List.of(1)));
    private final WayRecorder recorder = counters.task(1).ways();
    private final int[] tasks = {1, 2};
    private final long[] nanos = new long[2 * PARTS];

    private void end(long now, long latency, int weight) {
        nanos[PARTS + WayPart.EXECUTE.ordinal()] = latency;
        if (recorder.wants(now, latency, weight > 0)) {
            recorder.keep(now / 1_000_000, latency, weight, 2, tasks, nanos);
        }
    }

    private List<WayRecord> ways(long now) {
        return counters.ways(now);
    }

    @Test
    void theSlowestOfTenSecondsAreKeptAmongManyOthers() {
        for (int i = 0; i < 100_000; i++) {
            // The slow ways come in between
            end(5 * SECOND, i % 1_000 == 500 ? SECOND + i : 1_000, 512);
        }

        List<Long> expected = LongStream.range(68, 100)
                .map(i -> SECOND + 1_000 * i + 500)
                .boxed()
                .toList();
        assertThat(ways(6 * SECOND)).extracting(WayRecord::latencyNanos).containsAll(expected);
        assertThat(ways(6 * SECOND))
                .filteredOn(way -> way.weight() == 0)
                .hasSizeBetween(WayBlock.SLOWEST_WAYS - 5, WayBlock.SLOWEST_WAYS);
    }

    @Test
    void theRandomChoiceStandsForAllWays() {
        for (int i = 0; i < 100_000; i++) {
            end(5 * SECOND, i, 512);
        }

        List<WayRecord> random =
                ways(6 * SECOND).stream().filter(way -> way.weight() > 0).toList();
        assertThat(random).hasSize(WayBlock.RANDOM_WAYS);
        double stood = random.stream().mapToDouble(WayRecord::weight).sum();
        assertThat(stood).isBetween(100_000 * 511.9, 100_000 * 512.1);
        double mean =
                random.stream().mapToLong(WayRecord::latencyNanos).average().orElse(0);
        assertThat(mean).isBetween(40_000.0, 60_000.0);
    }

    @Test
    void waysThatWereFollowedForTheirLatenessStandForNoOthers() {
        for (int i = 0; i < 10; i++) {
            end(SECOND, 1_000, 1);
            end(SECOND, 5_000, 0);
        }
        assertThat(ways(SECOND)).hasSize(20);
        assertThat(ways(SECOND)).filteredOn(way -> way.weight() > 0).hasSize(10).allSatisfy(way -> {
            assertThat(way.weight()).isEqualTo(1);
            assertThat(way.latencyNanos()).isEqualTo(1_000);
        });
    }

    @Test
    void aWayComesBackWithAllItsParts() {
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = 1_000 + i;
        }
        nanos[3] = -77;
        assertThat(recorder.wants(SECOND, 70_000, true)).isTrue();
        recorder.keep(1_234, 70_000, 3, 2, tasks, nanos);

        WayRecord way = ways(SECOND).get(0);
        assertThat(ways(SECOND)).hasSize(1);
        assertThat(way.endedMillis()).isEqualTo(1_234);
        assertThat(way.latencyNanos()).isEqualTo(70_000);
        assertThat(way.weight()).isEqualTo(3);
        assertThat(way.tasks()).containsExactly(1, 2);
        assertThat(way.nanos())
                .containsExactlyElementsOf(LongStream.of(nanos).boxed().toList());
    }

    @Test
    void waysOfMoreThanAMinuteAgoAreGone() {
        for (int i = 0; i < 9; i++) {
            end(i * 10 * SECOND + 1, 1_000 + i, 1);
        }
        assertThat(ways(85 * SECOND))
                .extracting(WayRecord::latencyNanos)
                .containsExactly(1_003L, 1_004L, 1_005L, 1_006L, 1_007L, 1_008L);
        assertThat(ways(200 * SECOND)).isEmpty();
    }
}
