package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guarantee says whether there are snapshots. */
class SnapshotSettingsTest {

    @Test
    void exactlyOnceHasThemEachSecond() {
        SnapshotSettings settings = settings(Map.of("topology.guarantee", "exactly-once"));
        assertThat(settings)
                .isEqualTo(new SnapshotSettings(
                        true, 1_000_000_000L, 60_000_000_000L, Long.MAX_VALUE, 0, 3, 3, "", false));
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

    private static SnapshotSettings settings(Map<String, String> config) {
        return SnapshotSettings.of(Config.of(config));
    }
}
