// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.worker.NearRegions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of coordinators, as workers see it when they start. */
class AssignmentRecordTest {

    private static final WorkerPlan EARLIER = new WorkerPlan("w1", "n1", 1, List.of(1));
    private static final WorkerPlan FRESH = new WorkerPlan("w2", "n1", 1, List.of(1));

    private static AssignmentRecord at(long epoch, Phase phase) {
        List<WorkerPlan> current = List.of(phase == Phase.HANDOVER || phase == Phase.DONE ? FRESH : EARLIER);
        return new AssignmentRecord(
                "t-1",
                epoch,
                current,
                2,
                Records.rebalance(8, phase, List.of(FRESH), List.of("w2"), List.of(EARLIER), Map.of(), ""),
                Adjustments.NONE,
                AssignmentRecord.Unawaited.NONE);
    }

    @Test
    void aRecordOfAnEarlierEngineHasNoNearRegions() {
        AssignmentRecord read = Json.read(
                "{\"topologyId\":\"t-1\",\"epoch\":3,\"workers\":[],\"names\":0,\"parallelism\":{}}"
                        .getBytes(StandardCharsets.UTF_8),
                AssignmentRecord.class);
        assertThat(read.near()).isEqualTo(NearRegions.NONE);
        AssignmentRecord near = read.withNear(new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2.5))));
        assertThat(Json.read(Json.write(near), AssignmentRecord.class)).isEqualTo(near);
    }

    @Test
    void theNewCoordinatorIsLaterThanEachStartOfTheEarlierOne() {
        List<Term> ascending = new ArrayList<>();
        ascending.add(new Term(new AssignmentRecord("t-1", 7, List.of(EARLIER)).termFor("w1"), 5));
        // The earlier worker is killed and starts again in each phase, also after the new one has started
        ascending.add(new Term(at(8, Phase.STARTING).termFor("w1"), 6));
        ascending.add(new Term(at(9, Phase.PAUSING).termFor("w1"), 7));
        ascending.add(new Term(at(10, Phase.SNAPSHOT).termFor("w1"), 8));
        ascending.add(new Term(at(8, Phase.STARTING).termFor("w2"), 1));
        ascending.add(new Term(at(9, Phase.PAUSING).termFor("w2"), 2));
        ascending.add(new Term(at(11, Phase.HANDOVER).termFor("w2"), 3));
        ascending.add(new Term(at(12, Phase.DONE).termFor("w2"), 4));
        assertThat(ascending).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theEarlierOneGoesOnIfTheRebalanceIsCancelled() {
        Term during = new Term(at(8, Phase.STARTING).termFor("w1"), 6);
        Term after = new Term(at(9, Phase.CANCELLED).termFor("w1"), 7);
        assertThat(List.of(during, after)).isSorted();
    }
}
