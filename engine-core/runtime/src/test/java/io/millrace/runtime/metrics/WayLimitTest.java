package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WayLimitTest {

    private static WayRecord way(long latency, double weight) {
        return new WayRecord(0, latency, weight, List.of(), List.of());
    }

    @Test
    void fewWaysAreKeptAsTheyAre() {
        List<WayRecord> ways = List.of(way(1, 2), way(2, 0));
        assertThat(WayLimit.of(ways)).isEqualTo(ways);
    }

    @Test
    void ofManyThoseThatAreKeptStandForAllAndTheSlowestRemain() {
        List<WayRecord> ways = new ArrayList<>();
        for (int i = 0; i < 3 * WayLimit.MOST_RANDOM; i++) {
            ways.add(way(i, 5));
        }
        for (int i = 0; i < 2 * WayLimit.MOST_SLOW; i++) {
            ways.add(way(1_000_000 + i, 0));
        }

        List<WayRecord> kept = WayLimit.of(ways);

        assertThat(kept).hasSize(WayLimit.MOST_RANDOM + WayLimit.MOST_SLOW);
        assertThat(kept.stream().mapToDouble(WayRecord::weight).sum()).isEqualTo(15.0 * WayLimit.MOST_RANDOM);
        assertThat(kept.stream()
                        .filter(way -> way.weight() == 0)
                        .mapToLong(WayRecord::latencyNanos)
                        .min()
                        .orElse(0))
                .isEqualTo(1_000_000 + WayLimit.MOST_SLOW);
    }
}
