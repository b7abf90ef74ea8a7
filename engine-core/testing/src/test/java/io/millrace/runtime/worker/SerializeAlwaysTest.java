// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One worker whose tuples are encoded and decoded. */
@Timeout(30)
class SerializeAlwaysTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Config ALWAYS = Config.empty().with(TopologyKeys.SERIALIZE_ALWAYS, true);

    private final TopologyBuilder builder = new TopologyBuilder();

    private SteppedTopology start(Config config, int executors) {
        return SteppedTopology.of(builder.build())
                .config(config)
                .executors(executors)
                .start();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void allIsProcessedAndNoValueIsShared(int executors) {
        String test = "always-" + executors;
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new NumberSpout(test, 200, true));
        builder.setBolt("lists", aListOfItsOwn()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test), 2).all("lists");
        try (SteppedTopology topology = start(ALWAYS, executors)) {
            assertThat(topology.runUntil(topology::completed, LONG)).isTrue();
        }
        assertThat(journal.acked).hasSize(200);
        assertThat(journal.failed).isEmpty();
        assertThat(journal.seen).hasSize(400);
        // The receiver sees the list as it was when it was emitted, not as it was changed afterwards
        assertThat(journal.seen).allMatch(value -> ((List<?>) value).size() == 1);
    }

    @Test
    void withoutItValuesAreSharedWithinAWorker() {
        Journal journal = Journal.fresh("never");
        builder.setSpout("numbers", new NumberSpout("never", 1, true));
        builder.setBolt("lists", aListOfItsOwn()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("never")).shuffle("lists");
        try (SteppedTopology topology = start(Config.empty(), 1)) {
            assertThat(topology.runUntil(topology::completed, LONG)).isTrue();
        }
        assertThat(journal.seen).containsExactly(List.of(0, "changed"));
    }

    @Test
    void whoChangesWhatItReceivedFindsOut() {
        Journal.fresh("changes");
        builder.setSpout("numbers", new NumberSpout("changes", 1, false));
        builder.setBolt("lists", aListOfItsOwn()).shuffle("numbers");
        builder.setBolt(
                        "changes",
                        TestBolts.basic((input, out) -> input.getList(0).add("more")))
                .shuffle("lists");
        try (SteppedTopology topology = start(ALWAYS, 1)) {
            assertThat(topology.runUntil(() -> Journal.of("changes").failed.size() == 1, LONG))
                    .isTrue();
            assertThat(sum(topology, "changes", TaskMetrics::errors)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theBoundOfTuplesHolds(int executors) {
        String test = "bound-" + executors;
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new NumberSpout(test, 3, false));
        builder.setBolt("long", TestBolts.basic((input, out) -> out.emit(new byte[900 * input.getInt(0)]), "bytes"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("long");
        Config config = ALWAYS.with(TopologyKeys.MESSAGE_MAX_BYTES, 1L << 10);
        try (SteppedTopology topology = start(config, executors)) {
            assertThat(topology.runUntil(topology::completed, LONG)).isTrue();
            assertThat(sum(topology, "long", TaskMetrics::errors)).isEqualTo(1);
        }
        assertThat(journal.acked).containsOnlyKeys(0, 1);
        assertThat(journal.failed).isEqualTo(Map.of(2, 1));
    }

    /** Returns a bolt that emits a list with the number, and adds to it afterwards. */
    private static BasicBolt aListOfItsOwn() {
        return TestBolts.basic(
                (input, out) -> {
                    List<Object> list = new ArrayList<>(List.of(input.get(0)));
                    out.emit(list);
                    list.add("changed");
                },
                "list");
    }

    private static long sum(SteppedTopology topology, String component, ToLongFunction<TaskMetrics> of) {
        return topology.counts().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }
}
