// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.WorkerPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WorkerMatchingTest {

    private static WorkerPlan worker(String name) {
        return new WorkerPlan(name, "lost", 1, List.of());
    }

    /** @param permitted the permitted nodes by worker */
    private static Map<String, String> find(Map<String, Integer> free, TreeMap<String, List<String>> permitted) {
        return WorkerMatching.find(
                permitted.keySet().stream().map(WorkerMatchingTest::worker).toList(),
                new TreeMap<>(free),
                (worker, node) -> permitted.get(worker.worker()).contains(node));
    }

    @Test
    void eachTakesTheNodeWithMostFreeSlots() {
        List<String> any = List.of("a", "b");
        assertThat(find(Map.of("a", 1, "b", 2), new TreeMap<>(Map.of("w1", any, "w2", any, "w3", any))))
                .containsEntry("w1", "b")
                .containsEntry("w2", "a")
                .containsEntry("w3", "b");
    }

    @Test
    void oneThatMayGoElsewhereMakesRoom() {
        TreeMap<String, List<String>> permitted = new TreeMap<>(Map.of(
                "w1", List.of("a", "b"),
                "w2", List.of("b", "c"),
                "w3", List.of("b")));

        assertThat(find(Map.of("a", 1, "b", 1, "c", 1), permitted))
                .containsExactlyInAnyOrderEntriesOf(Map.of("w1", "a", "w2", "c", "w3", "b"));
        assertThat(find(Map.of("a", 0, "b", 1, "c", 1), permitted)).hasSize(2);
    }
}
