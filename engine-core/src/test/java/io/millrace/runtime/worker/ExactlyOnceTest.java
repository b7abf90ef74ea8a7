package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A topology counts exactly once although its workers die. */
@Timeout(120)
class ExactlyOnceTest {

    private static final int NUMBERS = 2_000;
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100));

    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(NUMBERS), 2);
        builder.setBolt("pass", new OutsideWorld.Pass(), 3).shuffle("numbers");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 2).shuffle("sums");
        return builder.build();
    }

    /** The sums of each key end with the sum of all of its numbers, and each number is there once. */
    private static void assertExact(OutsideWorld world) {
        List<Long> numbers = new ArrayList<>();
        Map<Long, Long> last = new TreeMap<>();
        for (List<Object> row : world.visible) {
            numbers.add((Long) row.get(1));
            last.merge((Long) row.get(0), (Long) row.get(2), Math::max);
        }
        List<Long> expected = new ArrayList<>();
        Map<Long, Long> sums = new TreeMap<>();
        for (long number = 0; number < NUMBERS; number++) {
            expected.add(number);
            sums.merge(number % 7, number, Long::sum);
        }
        assertThat(numbers).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(last).isEqualTo(sums);
    }

    private static boolean completed(SteppedTopology topology) {
        return topology.metrics().completed();
    }

    @Test
    void everythingIsVisibleOnceWhenNothingFails() {
        try (OutsideWorld world = new OutsideWorld("quiet");
                SteppedTopology running =
                        SteppedTopology.of(topology(world)).config(CONFIG).executors(2).start()) {
            assertThat(running.runUntil(() -> completed(running), Duration.ofMinutes(5))).isTrue();
            assertExact(world);
        }
    }
}
