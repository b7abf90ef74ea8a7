// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.CustomGrouping;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.task.Context;
import io.millrace.runtime.task.TestWorker;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetSelectorTest {

    private static final int TASKS = 5;

    private final TopologyBuilder builder = new TopologyBuilder();
    private final Set<Integer> refusing = new HashSet<>();
    private final Set<Integer> here = new HashSet<>(List.of(1));
    private final Map<Integer, Integer> waiting = new HashMap<>();
    private final TargetList targets = new TargetList();
    private final TargetBacklog backlog = new TargetBacklog() {

        @Override
        public boolean isFree(int task) {
            return !refusing.contains(task) && waiting(task) == 0;
        }

        @Override
        public int waiting(int task) {
            return waiting.getOrDefault(task, 0);
        }
    };

    TargetSelectorTest() {
        builder.setSpout("source", new Source());
    }

    /** Returns the selectors of task 1; the consumer's tasks are 2 to 6. */
    private TargetSelectors selectors(long seed) {
        TaskGraph graph = new TaskGraph(builder.build());
        TargetSelectorFactory selectors = new TargetSelectorFactory(
                graph,
                new ValuesCodec(List.of()),
                here::contains,
                new SplittableRandom(seed),
                TargetSelectorTest.class.getClassLoader());
        return selectors.build(
                new Context(
                        TestWorker.of(graph.tasks(), () -> 0),
                        1,
                        WorkerCounters.inMemory("w", 1, graph.tasks(), List.of(List.of(1)))
                                .task(1),
                        Instances.AUTHORS,
                        () -> null),
                backlog);
    }

    private Map<Integer, Integer> spread(TargetSelector selector, int tuples) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < tuples; i++) {
            selector.choose(new Object[] {"key" + i, i}, targets);
            for (int t = 0; t < targets.size(); t++) {
                counts.merge(targets.get(t), 1, Integer::sum);
            }
        }
        return counts;
    }

    @Test
    void aValueOfAnUnregisteredClassIsRefusedWhereverItsTargetRuns() {
        record Odd(int number) {}
        builder.setBolt("bolt", new Sink(), TASKS).shuffle("source");
        TargetSelector selector = selectors(1).byDefault();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> selector.choose(new Object[] {"key", List.of(new Odd(1))}, targets))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topology.serialization.classes");
            assertThatThrownBy(() -> selector.choose(new Object[] {"key", new Odd(1)}, targets))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topology.serialization.classes");
            selector.choose(new Object[] {"key", 1}, targets);
        }
    }

    @Test
    void shuffleSpreadsExactlyEvenlyAndStartsAnywhere() {
        builder.setBolt("bolt", new Sink(), TASKS).shuffle("source");
        assertThat(spread(selectors(1).byDefault(), 1000)).isEqualTo(Map.of(2, 200, 3, 200, 4, 200, 5, 200, 6, 200));
        Set<Integer> starts = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            selectors(seed).byDefault().choose(new Object[] {"k", 1}, targets);
            starts.add(targets.get(0));
        }
        assertThat(starts).hasSize(TASKS);
    }

    @Test
    void shuffleAvoidsTasksThatWouldKeepTheTupleWaiting() {
        builder.setBolt("bolt", new Sink(), TASKS).shuffle("source");
        refusing.addAll(List.of(3, 4));
        assertThat(spread(selectors(1).byDefault(), 900)).isEqualTo(Map.of(2, 300, 5, 300, 6, 300));
        refusing.addAll(List.of(2, 5, 6));
        assertThat(spread(selectors(1).byDefault(), 1000)).isEqualTo(Map.of(2, 200, 3, 200, 4, 200, 5, 200, 6, 200));
    }

    @Test
    void shuffleLevelsWhatWaitsIfAllMakeTheTupleWait() {
        builder.setBolt("bolt", new Sink(), TASKS).shuffle("source");
        waiting.putAll(Map.of(2, 7, 3, 0, 4, 3, 5, 9, 6, 3));
        refusing.add(3);
        TargetSelector selector = selectors(1).byDefault();
        for (int i = 0; i < 23; i++) {
            selector.choose(new Object[] {"k", i}, targets);
            waiting.merge(targets.get(0), 1, Integer::sum);
        }
        assertThat(waiting).isEqualTo(Map.of(2, 9, 3, 9, 4, 9, 5, 9, 6, 9));
    }

    @Test
    void sharesAreEqualWithinOneWhateverWaitsAsLongAsTargetsAreAlike() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(9);
            int[] tasks = IntStream.range(2, 2 + count).toArray();
            waiting.clear();
            refusing.clear();
            ShuffleGrouper shuffle = new ShuffleGrouper(tasks, random.nextInt(count), backlog);
            Map<Integer, Integer> shares = new HashMap<>();
            int alike = 0;
            for (int tuple = random.nextInt(500); tuple > 0; tuple--) {
                if (tuple % 50 == 0) {
                    // All targets are free, or all are paused, or all have as many tuples waiting
                    alike = random.nextInt(3);
                }
                for (int task : tasks) {
                    waiting.put(task, alike == 2 ? 5 : 0);
                }
                refusing.clear();
                if (alike == 1) {
                    IntStream.of(tasks).forEach(refusing::add);
                }
                targets.clear();
                shuffle.choose(null, targets);
                shares.merge(targets.get(0), 1, Integer::sum);
                assertThat(Collections.max(shares.values())
                                - (shares.size() < count ? 0 : Collections.min(shares.values())))
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void aTaskThatCatchesUpGetsItsShareAgain() {
        builder.setBolt("bolt", new Sink(), TASKS).localOrShuffle("source");
        here.clear();
        here.addAll(List.of(3, 5, 6));
        TargetSelector selector = selectors(1).byDefault();
        refusing.add(5);
        assertThat(spread(selector, 30)).isEqualTo(Map.of(3, 15, 6, 15));
        refusing.clear();
        assertThat(spread(selector, 30)).isEqualTo(Map.of(3, 10, 5, 10, 6, 10));
    }

    @Test
    void fieldsGroupingIsStableAndSpreads() {
        builder.setBolt("bolt", new Sink(), TASKS).fields("source", "key");
        TargetSelector one = selectors(1).byDefault();
        TargetSelector other = selectors(99).byDefault();
        for (int i = 0; i < 500; i++) {
            one.choose(new Object[] {"key" + i, i}, targets);
            int task = targets.get(0);
            other.choose(new Object[] {"key" + i, -i}, targets);
            assertThat(targets.size()).isEqualTo(1);
            assertThat(targets.get(0)).isEqualTo(task);
        }
        assertThat(spread(one, 5000).values()).hasSize(TASKS).allMatch(count -> count > 800 && count < 1200);
    }

    @Test
    void partialKeySplitsAHotKeyOverTwoTasks() {
        builder.setBolt("bolt", new Sink(), TASKS).partialKey("source", "key");
        TargetSelector selector = selectors(1).byDefault();
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            selector.choose(new Object[] {"hot", i}, targets);
            counts.merge(targets.get(0), 1, Integer::sum);
        }
        assertThat(counts.values()).containsExactly(500, 500);
    }

    @Test
    void partialKeyHasTheSameTwoCandidatesForAllSourcesAndSpreadsEvenly() {
        builder.setBolt("bolt", new Sink(), TASKS).partialKey("source", "key");
        TargetSelector one = selectors(1).byDefault();
        TargetSelector other = selectors(99).byDefault();
        for (int key = 0; key < 300; key++) {
            Set<Integer> candidates = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                for (TargetSelector selector : List.of(one, other)) {
                    selector.choose(new Object[] {"key" + key, i}, targets);
                    candidates.add(targets.get(0));
                }
            }
            assertThat(candidates).as("key %d", key).hasSizeBetween(1, 2);
        }
        assertThat(spread(selectors(1).byDefault(), 5000).values()).allMatch(count -> count > 980 && count < 1020);
    }

    @Test
    void partialKeyOverOneTaskIsThatTask() {
        builder.setBolt("bolt", new Sink(), 1).partialKey("source", "key");
        assertThat(spread(selectors(1).byDefault(), 10)).isEqualTo(Map.of(2, 10));
    }

    @Test
    void whatACustomRuleThrowsReachesTheEmitter() {
        builder.setBolt("bolt", new Sink(), TASKS).custom("source", new Rule());
        TargetSelector selector = selectors(1).byDefault();
        assertThatThrownBy(() -> selector.choose(new Object[] {"k", 99}, targets))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> selector.choose(new Object[] {"k", -3}, targets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chose null")
                .hasMessageContaining("[2, 3, 4, 5, 6]");
        assertThatThrownBy(() -> selector.choose(new Object[] {"k", -4}, targets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chose [null]");
        selector.choose(new Object[] {"k", 1}, targets);
        assertThat(targets.size()).isEqualTo(1);
    }

    @Test
    void localOrShuffleStaysInTheWorkerIfItCan() {
        builder.setBolt("bolt", new Sink(), TASKS).localOrShuffle("source");
        assertThat(spread(selectors(1).byDefault(), 100)).hasSize(TASKS);
        here.addAll(List.of(3, 6));
        assertThat(spread(selectors(1).byDefault(), 100)).isEqualTo(Map.of(3, 50, 6, 50));
    }

    @Test
    void allAndGlobalAndSeveralSubscribers() {
        builder.setBolt("every", new Sink(), TASKS).all("source");
        builder.setBolt("lowest", new Sink(), TASKS).global("source");
        assertThat(spread(selectors(1).byDefault(), 10)).isEqualTo(Map.of(2, 10, 3, 10, 4, 10, 5, 10, 6, 10, 7, 10));
    }

    @Test
    void aCustomRuleChoosesAmongTheTasksOnly() {
        builder.setBolt("bolt", new Sink(), TASKS).custom("source", new Rule());
        TargetSelector selector = selectors(1).byDefault();
        selector.choose(new Object[] {"k", 2}, targets);
        assertThat(targets.size()).isEqualTo(2);
        selector.choose(new Object[] {"k", 0}, targets);
        assertThat(targets.size()).isZero();
        for (int wrong : new int[] {-1, -2}) {
            assertThatThrownBy(() -> selector.choose(new Object[] {"k", wrong}, targets))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'bolt'")
                    .hasMessageContaining("Rule");
        }
    }

    @Test
    void aDirectStreamGoesWhereTheSourceSays() {
        builder.setBolt("bolt", new Sink(), TASKS).direct("source", "choice");
        TargetSelector selector = selectors(1).of("choice");
        selector.chooseDirect(4, new Object[] {1}, targets);
        assertThat(targets.get(0)).isEqualTo(4);
        assertThatThrownBy(() -> selector.chooseDirect(1, new Object[] {1}, targets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[2, 3, 4, 5, 6]");
        assertThatThrownBy(() -> selector.choose(new Object[] {1}, targets)).hasMessageContaining("emitDirect");
        assertThatThrownBy(() -> selectors(1).byDefault().chooseDirect(2, new Object[] {"k", 1}, targets))
                .hasMessageContaining("not direct");
    }

    @Test
    void wrongEmissionsAreNamed() {
        builder.setBolt("bolt", new Sink()).shuffle("source");
        assertThatThrownBy(() -> selectors(1).byDefault().choose(new Object[] {"k"}, targets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key, number")
                .hasMessageContaining("1 values");
        assertThatThrownBy(() -> selectors(1).of("chioce"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'chioce'")
                .hasMessageContaining("choice");
    }

    @Test
    void edgesInsideACycleAreKnown() {
        builder.setBolt("a", new Pass()).shuffle("source").shuffle("c");
        builder.setBolt("b", new Pass()).shuffle("a");
        builder.setBolt("c", new Pass()).shuffle("b");
        builder.setBolt("self", new Pass()).shuffle("c").shuffle("self");
        builder.setBolt("end", new Sink()).shuffle("self");
        TaskGraph graph = new TaskGraph(builder.build());
        assertThat(graph.insideCycle(2, 3)).isTrue();
        assertThat(graph.insideCycle(3, 4)).isTrue();
        assertThat(graph.insideCycle(4, 2)).isTrue();
        assertThat(graph.insideCycle(5, 5)).isTrue();
        assertThat(graph.insideCycle(1, 2)).isFalse();
        assertThat(graph.insideCycle(4, 5)).isFalse();
        assertThat(graph.insideCycle(5, 6)).isFalse();
    }

    private static final class Source implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("key", "number");
            out.declareDirect("choice", "number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }

    private static final class Sink implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private static final class Pass implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    /**
     * Chooses as many tasks as the number says; -1 chooses a task twice, -2 an unknown one, -3 null, -4 a null in a
     * list.
     */
    private static final class Rule implements CustomGrouping {
        private static final long serialVersionUID = 1L;
        private transient List<Integer> tasks;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            tasks = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            int number = (Integer) values.get(1);
            return switch (number) {
                case -1 -> List.of(2, 2);
                case -2 -> List.of(77);
                case -3 -> null;
                case -4 -> Collections.singletonList(null);
                default -> tasks.subList(0, number);
            };
        }
    }
}
