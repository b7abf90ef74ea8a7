// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.GeoMode;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteChannelsTest {

    // Tasks 1 and 2, 3 to 5, and 6
    private final TaskPlan tasks =
            new TaskPlan(Specs.topology(Specs.spec("a", 2), Specs.spec("b", 3, "a"), Specs.spec("c", 1, "b", "a")));

    private ChannelRegions linked = new ChannelRegions(GeoMode.AUTO, 6, NearRegions.NONE);

    private int count(String workers, Map<String, String> regions) {
        Map<Integer, String> workerOfTask = new HashMap<>();
        for (int i = 0; i < workers.length(); i++) {
            workerOfTask.put(i + 1, "w" + workers.charAt(i));
        }
        return SiteChannels.count(
                tasks, new TaskPlacement(workerOfTask, Map.of("w1", "n1", "w2", "n2", "w3", "n3")), regions, linked);
    }

    @Test
    void pairsWithAStreamBetweenRegionsAreCounted() {
        // Component a has one task here and one there, b has two here and one there, c has one there
        assertThat(count("121122", Map.of("w1", "eu", "w2", "us"))).isEqualTo(1 + 2 + 2 + 1);
        assertThat(count("121123", Map.of("w1", "eu", "w2", "us", "w3", "us"))).isEqualTo(1 + 2 + 2 + 1);
    }

    @Test
    void regionsWithoutChannelsAreLeftOut() {
        Map<String, String> regions = Map.of("w1", "eu", "w2", "us", "w3", "asia");
        assertThat(count("112233", regions)).isEqualTo(4 + 2 + 2 + 2);
        linked = linked.with(new NearRegions(List.of(new NearRegions.Pair("us", "eu", 2))));
        assertThat(count("112233", regions)).isEqualTo(2 + 2 + 2);
        linked = new ChannelRegions(GeoMode.OFF, 6, NearRegions.NONE);
        assertThat(count("112233", regions)).isZero();
    }

    @Test
    void inOneRegionThereIsNone() {
        assertThat(count("121122", Map.of("w1", "eu", "w2", "eu"))).isZero();
    }

    @Test
    void workersWhoseRegionIsNotKnownAreLeftOut() {
        assertThat(count("121123", Map.of("w1", "eu", "w2", "us"))).isEqualTo(1 + 2);
        assertThat(count("121123", Map.of("w1", "eu", "w2", "us", "w3", ""))).isEqualTo(1 + 2);
    }
}
