// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.Streams;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random graphs with cycles and loops, inboxes of one tuple, the smallest rings, slow executors, and tuples that are
 * small or larger than a ring: every run ends, and every component gets the number of tuples that follows from the
 * graph.
 */
@Timeout(60)
class CycleProgressTest {

    private static final int MOST_TUPLES = 6_000;

    @TempDir
    Path directory;

    private final Random random = new Random();
    private final Map<String, Map<String, Integer>> inputs = new LinkedHashMap<>();

    private static IntStream seeds() {
        return IntStream.rangeClosed(1, Boolean.getBoolean("millrace.long") ? 400 : 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRunEndsWithExactCounts(int seed) {
        random.setSeed(seed);
        String test = "progress-" + seed;
        Journal journal = Journal.fresh(test);
        boolean tracked = random.nextBoolean();
        TopologyBuilder builder = new TopologyBuilder();
        draw(builder);
        int rounds = rounds();
        Map<String, Long> each = perSpoutTuple(rounds);
        long of = sum(each);
        int spouts = 1 + random.nextInt(2);
        int calls = (int) Math.max(1, Math.min(1_000, MOST_TUPLES / Math.max(1, of)));
        int bytes = random.nextInt(4) == 0 ? 200_000 : random.nextInt(300);
        int large = of * calls > 500 ? Math.min(bytes, 2000) : bytes;
        builder.setSpout(
                "spout",
                new CallSpout(test, calls, 1, (out, number, context) -> {
                    Object id = tracked ? number * 2 + context.taskIndex() : null;
                    out.emitTo("rounds", id, rounds, new byte[large]);
                }),
                spouts);
        Config config = Config.empty()
                .with(TopologyKeys.INBOX, random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1)
                .with(TopologyKeys.MAX_SPOUT_PENDING, random.nextBoolean() ? 1 << 24 : 1 + random.nextInt(50))
                .with(TopologyKeys.RING_BYTES, 1L << 16);
        int workers = 1 + random.nextInt(3);
        try (GatedTopology topology = new GatedTopology(
                builder.build(), config, task -> task % workers, 1 + random.nextInt(3), directory, seed)) {
            for (int i = 0; i < topology.executorCount(); i++) {
                if (random.nextInt(3) == 0) {
                    topology.slow(topology.executor(i), 1 + random.nextInt(100));
                }
            }
            long roots = (long) spouts * calls;
            topology.run(() -> each.keySet().stream()
                            .allMatch(bolt -> topology.sum(bolt, TaskMetrics::executed) >= roots * each.get(bolt))
                    && (!tracked || journal.acked.size() == roots));
            topology.settle();
            each.forEach((bolt, count) -> assertThat(topology.sum(bolt, TaskMetrics::executed))
                    .as(bolt + ", where " + inputs)
                    .isEqualTo(roots * count));
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
            assertThat(journal.failed).isEmpty();
            assertThat(topology.tasks()).allMatch(task -> task.inbox() == 0 && task.outbox() == 0);
        }
    }

    /** Adds bolts with one to three inputs each, from any component. At least one of the first inputs is the spout. */
    private void draw(TopologyBuilder builder) {
        int bolts = 2 + random.nextInt(6);
        for (int i = 0; i < bolts; i++) {
            int tasks = 1 + random.nextInt(3);
            BoltDeclarer bolt = builder.setBolt(
                    "bolt" + i,
                    TestBolts.basic(
                            (input, out) -> {
                                if (input.getInt(0) > 0) {
                                    out.emit(input.getInt(0) - 1, input.get(1));
                                }
                            },
                            "rounds",
                            "bytes"),
                    tasks);
            Set<String> sources = new LinkedHashSet<>();
            sources.add(i == 0 ? "spout" : "bolt" + random.nextInt(i));
            for (int more = random.nextInt(3); more > 0; more--) {
                sources.add("bolt" + random.nextInt(bolts));
            }
            Map<String, Integer> copies = new HashMap<>();
            for (String source : sources) {
                Grouping grouping = grouping();
                bolt.subscribe(source, source.equals("spout") ? "rounds" : Streams.DEFAULT, grouping);
                copies.put(source, grouping instanceof Grouping.All ? tasks : 1);
            }
            inputs.put("bolt" + i, copies);
        }
    }

    private Grouping grouping() {
        return switch (random.nextInt(6)) {
            case 0 -> new Grouping.All();
            case 1 -> new Grouping.ByFields(Fields.of("rounds"));
            case 2 -> new Grouping.Global();
            default -> new Grouping.Shuffle();
        };
    }

    /** Returns a number of rounds for which one spout tuple causes a bounded number of tuples. */
    private int rounds() {
        int rounds = 1 + random.nextInt(12);
        while (rounds > 0 && sum(perSpoutTuple(rounds)) > MOST_TUPLES) {
            rounds--;
        }
        return rounds;
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many tuples each bolt gets for each tuple of a spout. */
    private Map<String, Long> perSpoutTuple(int rounds) {
        Map<String, Long> total = new LinkedHashMap<>();
        Map<String, Long> emitted = Map.of("spout", 1L);
        for (int round = rounds; round >= 0; round--) {
            Map<String, Long> next = new HashMap<>();
            for (String bolt : inputs.keySet()) {
                long got = 0;
                for (Map.Entry<String, Integer> input : inputs.get(bolt).entrySet()) {
                    got += emitted.getOrDefault(input.getKey(), 0L) * input.getValue();
                }
                total.merge(bolt, got, Long::sum);
                next.put(bolt, got);
            }
            emitted = next;
        }
        return total;
    }
}
