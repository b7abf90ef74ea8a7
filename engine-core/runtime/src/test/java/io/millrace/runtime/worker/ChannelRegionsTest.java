// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelRegionsTest {

    private static final NearRegions NEAR = new NearRegions(List.of(new NearRegions.Pair("eu", "us", 4.9)));

    private static ChannelRegions rule(String mode, int tasks) {
        return ChannelRegions.of(Config.empty().with(TopologyKeys.GEO.name(), mode), tasks, NEAR);
    }

    @Test
    void byDefaultThereAreChannelsBetweenRegionsThatAreNotNear() {
        assertThat(TopologyKeys.GEO.defaultText()).isEqualTo("auto");
        ChannelRegions auto = ChannelRegions.of(Config.empty(), 3, NEAR);
        assertThat(auto.link("eu", "asia")).isTrue();
        assertThat(auto.link("eu", "us")).isFalse();
        assertThat(auto.link("us", "eu")).isFalse();
        assertThat(auto.link("eu", "eu")).isFalse();
        assertThat(auto.with(NearRegions.NONE).link("eu", "us")).isTrue();
    }

    @Test
    void onLinksAllRegionsAndOffNone() {
        assertThat(rule("on", 3).link("eu", "us")).isTrue();
        assertThat(rule("on", 3).link("eu", "eu")).isFalse();
        assertThat(rule("off", 3).link("eu", "asia")).isFalse();
        assertThat(rule("off", 3).areThere()).isFalse();
    }

    @Test
    void aWorkerWhoseRegionIsNotKnownHasNoChannels() {
        assertThat(rule("on", 3).link("eu", "")).isFalse();
        assertThat(rule("on", 3).link("", "eu")).isFalse();
    }

    @Test
    void aTopologyWithTooManyTasksHasNoChannels() {
        assertThat(rule("on", ChannelRegions.MOST_TASKS).link("eu", "us")).isTrue();
        assertThat(rule("on", ChannelRegions.MOST_TASKS + 1).link("eu", "us")).isFalse();
    }

    @Test
    void regionsAreNearBelowFiveMilliseconds() {
        assertThat(ChannelRegions.isNear(4.999)).isTrue();
        assertThat(ChannelRegions.isNear(5)).isFalse();
    }

    @Test
    void aRegionHasTheRegionsThatAreNearIt() {
        assertThat(NEAR.of("eu")).containsExactly("us");
        assertThat(NEAR.of("us")).containsExactly("eu");
        assertThat(NEAR.of("asia")).isEmpty();
    }

    @Test
    void anotherModeIsRefusedInOneLine() {
        assertThatThrownBy(() -> rule("yes", 3))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topology.geo")
                .hasMessageContaining("auto, on, off")
                .hasMessageNotContaining("\n");
    }
}
