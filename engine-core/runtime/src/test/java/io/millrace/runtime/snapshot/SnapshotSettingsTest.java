// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.SnapshotAlignment;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guarantee decides whether there are snapshots. */
class SnapshotSettingsTest {

    @Test
    void exactlyOnceHasThemEachSecond() {
        SnapshotSettings settings = settings(Map.of("topology.guarantee", "exactly-once"));
        assertThat(settings)
                .isEqualTo(new SnapshotSettings(
                        SnapshotAlignment.ALWAYS,
                        new SnapshotSettings.Times(1_000_000_000L, 60_000_000_000L, Long.MAX_VALUE, 0, 10_000_000_000L),
                        3,
                        3,
                        "",
                        false));
        assertThat(settings.enabled()).isTrue();
    }

    @Test
    void otherGuaranteesHaveNoneByDefault() {
        assertThat(settings(Map.of()).enabled()).isFalse();
        assertThat(settings(Map.of("topology.guarantee", "at-most-once", "topology.state.dir", "/s"))
                        .enabled())
                .isFalse();
    }

    @Test
    void atLeastOnceHasThemWithoutAlignmentIfItSaysWhere() {
        SnapshotSettings settings =
                settings(Map.of("topology.state.dir", "/mnt/state", "topology.on.snapshot.failure", "stop"));
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.aligned()).isFalse();
        assertThat(settings.stateDir()).isEqualTo("/mnt/state");
        assertThat(settings.stopOnFailure()).isTrue();
        assertThat(settings(Map.of("topology.state.dir", "/s", "topology.snapshot.interval", "0 s"))
                        .enabled())
                .isFalse();
    }

    @Test
    void exactlyOnceWithoutSnapshotsIsRefused() {
        assertThatThrownBy(() ->
                        settings(Map.of("topology.guarantee", "exactly-once", "topology.snapshot.interval", "0 s")))
                .isInstanceOf(TopologyException.class)
                .hasMessage("topology.snapshot.interval is 0 s: topology.guarantee exactly-once needs snapshots,"
                        + " so set an interval such as 1 s");
    }

    @Test
    void exactlyOnceThatDoesNotWaitForBarriersIsRefused() {
        assertThatThrownBy(() ->
                        settings(Map.of("topology.guarantee", "exactly-once", "topology.snapshot.alignment", "never")))
                .isInstanceOf(TopologyException.class)
                .hasMessage("topology.snapshot.alignment is never: topology.guarantee exactly-once needs snapshots that"
                        + " contain each input once, so leave it out, or set at-least-once");
    }

    @Test
    void atLeastOnceWaitsForBarriersIfWindowsOrJoinsCount() {
        BasicBolt window = Bolts.window(Windows.count(2), "word").aggregate("n", Aggregates.count());
        assertThat(aligned("auto", window)).isTrue();
        assertThat(aligned("never", window)).isFalse();
        BasicBolt other = Bolts.filter(Fields.of("word"), tuple -> true);
        assertThat(aligned("auto", other)).isFalse();
        assertThat(aligned("always", other)).isTrue();
    }

    private static boolean aligned(String alignment, BasicBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("a")));
        builder.setBolt("bolt", bolt).fields("words", "word");
        return settings(Map.of("topology.state.dir", "/s", "topology.snapshot.alignment", alignment))
                .in(builder.build())
                .aligned();
    }

    private static SnapshotSettings settings(Map<String, String> config) {
        return SnapshotSettings.of(Config.of(config));
    }
}
