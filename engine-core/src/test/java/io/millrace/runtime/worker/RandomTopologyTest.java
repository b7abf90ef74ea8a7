package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Config;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.Streams;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random graphs, groupings, placements, bounds and failures: every tracked tuple is acked once or failed once, and it is
 * acked if and only if no part of its tree was failed, dropped or thrown out.
 */
@Timeout(60)
class RandomTopologyTest {

    private static final int TUPLES = 150;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void everyRootIsAckedOrFailedOnce(int seed) {
        String test = "random-" + seed;
        Journal journal = Journal.fresh(test);
        Random random = new Random(seed);
        TopologyBuilder builder = new TopologyBuilder();
        int spouts = 1 + random.nextInt(2);
        builder.setSpout("spout", new NumberSpout(test, TUPLES, false), spouts);
        List<String> sources = new ArrayList<>(List.of("spout"));
        int bolts = 1 + random.nextInt(5);
        for (int i = 0; i < bolts; i++) {
            int trouble = random.nextInt(3) == 0 ? 1 + random.nextInt(60) : 0;
            int children = random.nextInt(3);
            BoltDeclarer bolt = builder.setBolt("bolt" + i, unreliable(test, trouble, children), 1 + random.nextInt(3));
            Set<String> inputs = new HashSet<>();
            for (int input = random.nextInt(2); input >= 0; input--) {
                inputs.add(sources.get(random.nextInt(sources.size())));
            }
            inputs.forEach(source -> bolt.subscribe(source, Streams.DEFAULT, grouping(random)));
            sources.add("bolt" + i);
        }
        Config config = Config.empty()
                .with(TopologyKeys.INBOX, 1 + random.nextInt(20))
                .with(TopologyKeys.MAX_SPOUT_PENDING, 1 + random.nextInt(100))
                .with(TopologyKeys.RING_BYTES, 1L << 16)
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMillis(10 + random.nextInt(1000)));
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .workers(1 + random.nextInt(3), directory)
                .executors(1 + random.nextInt(3))
                .seed(seed)
                .start()) {
            assertThat(topology.runUntil(
                            () -> journal.acked.size() + journal.failed.size() == spouts * TUPLES,
                            Duration.ofMinutes(30)))
                    .as("all have ended")
                    .isTrue();
            topology.advance(Duration.ofSeconds(2));
        }
        assertThat(journal.acked.values()).allMatch(times -> times == 1);
        assertThat(journal.failed.values()).allMatch(times -> times == 1);
        assertThat(journal.acked.keySet()).noneMatch(journal.failed::containsKey);
        assertThat(journal.failed.keySet()).isEqualTo(new HashSet<>(journal.seen));
    }

    /** In one of {@code trouble} calls fails its input, forgets it or throws, before or after it emitted. */
    private static Bolt unreliable(String test, int trouble, int children) {
        return TestBolts.full(
                (input, out, context) -> {
                    int number = input.getInt(0);
                    int luck = trouble == 0 ? -1 : Math.floorMod(number * 31 + context.taskId() * 7, trouble * 3);
                    if (luck >= 0 && luck < 3) {
                        Journal.of(test).seen.add(number);
                    }
                    if (luck == 2) {
                        throw new IllegalStateException("trouble");
                    }
                    for (int i = 0; i < children; i++) {
                        out.emit(input, number);
                    }
                    if (luck == 0) {
                        out.fail(input);
                    } else if (luck != 1) {
                        out.ack(input);
                    }
                },
                "number");
    }

    private static Grouping grouping(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Grouping.LocalOrShuffle();
            case 1 -> new Grouping.ByFields(Fields.of("number"));
            case 2 -> new Grouping.PartialKey(Fields.of("number"));
            case 3 -> new Grouping.All();
            case 4 -> new Grouping.Global();
            default -> new Grouping.Shuffle();
        };
    }
}
