package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class DrainCheckTest {

    private final Topology components = TestTopologies.counting(1, 0);
    private final List<CompletableFuture<List<WorkerSnapshot>>> asked = new ArrayList<>();
    private final DrainCheck check = new DrainCheck(
            (topology, view) -> {
                asked.add(new CompletableFuture<>());
                return asked.get(asked.size() - 1);
            },
            components);
    private final TopologyView topology = new TopologyView(
            new TopologyRecord("t", "t-1", Status.ACTIVE, 0, 3, "d", List.of(), List.of(), Map.of(), null),
            1,
            null,
            Map.of(),
            Map.of());

    private boolean isDrained() {
        return check.isDrained(topology, null);
    }

    @Test
    void aSilentSupervisorIsAskedOnceAndNobodyWaits() {
        for (int i = 0; i < 10; i++) {
            assertThat(isDrained()).isFalse();
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void theNextReadingIsAskedForWhenTheLastOneWasSeen() {
        isDrained();
        asked.get(0).complete(List.of());
        assertThat(asked).hasSize(1);
        assertThat(isDrained()).isFalse();
        assertThat(asked).hasSize(2);
    }
}
