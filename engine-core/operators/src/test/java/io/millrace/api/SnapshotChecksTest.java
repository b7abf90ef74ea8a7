// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The mistakes of a topology with snapshots, each in one line. */
class SnapshotChecksTest {

    private static final Config EXACTLY_ONCE = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE);

    private record Point(int x) {}

    private static final class Points implements StatefulBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public List<StateSpec<?>> states() {
            StateSpec<ValueState<Point>> last = StateSpec.value("last", Point.class);
            return List.of(last);
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private final TopologyBuilder builder = new TopologyBuilder();

    private void check(Config config) {
        builder.build().check(config, getClass().getClassLoader());
    }

    private void refused(String line) {
        refused(EXACTLY_ONCE, line);
    }

    private void refused(Config config, String line) {
        assertThatThrownBy(() -> check(config))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(line)
                .hasMessageNotContaining("\n");
    }

    private SpoutDeclarer words() {
        return builder.setSpout("words", Spouts.of("word", List.of("a")));
    }

    @Test
    void aSpoutThatCannotBeReadAgainMustBeAllowed() {
        SpoutDeclarer words = words();
        refused("component 'words': a spout of a topology with snapshots must be a ReplayableSpout");

        words.allowUnreplayable();
        assertThatCode(() -> check(EXACTLY_ONCE)).doesNotThrowAnyException();
    }

    @Test
    void topologiesWithoutSnapshotsMayHaveAllOfIt() {
        words();
        assertThatCode(() -> check(Config.empty())).doesNotThrowAnyException();
        assertThatCode(() -> check(Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE)))
                .doesNotThrowAnyException();
    }

    @Test
    void aCycleIsNamed() {
        words().allowUnreplayable();
        builder.setBolt("one", Bolts.map("word", word -> word.get(0)))
                .shuffle("words")
                .shuffle("two");
        builder.setBolt("two", Bolts.map("word", word -> word.get(0))).shuffle("one");
        refused("form a cycle, which a topology with snapshots must not have");
    }

    @Test
    void valuesOfStatesMustBeEncodable() {
        words().allowUnreplayable();
        builder.setBolt("points", new Points()).fields("words", "word");
        refused(
                "component 'points': state 'last' has values of io.millrace.api.SnapshotChecksTest$Point, which cannot be"
                        + " encoded: add it to topology.serialization.classes");

        assertThatCode(() -> check(EXACTLY_ONCE.with(TopologyKeys.SERIALIZED_CLASSES, Point.class.getName())))
                .doesNotThrowAnyException();
    }

    @Test
    void aStatefulBoltHasNoMoreTasksThanPartitions() {
        words().allowUnreplayable();
        builder.setBolt("points", new Points()).tasks(257).fields("words", "word");
        refused(
                EXACTLY_ONCE.with(TopologyKeys.SERIALIZED_CLASSES, Point.class.getName()),
                "component 'points': a bolt with states has 257 tasks: it may have 256");
    }

    @Test
    void callsThatAreUnderWayAreInNoSnapshot() {
        words().allowUnreplayable();
        builder.setBolt(
                        "calls",
                        Bolts.async(
                                "word",
                                word -> CompletableFuture.completedFuture(word.get(0)),
                                10,
                                Duration.ofSeconds(1)))
                .shuffle("words");
        refused("component 'calls': Bolts.async and engines hold inputs while their calls are under way");
    }
}
