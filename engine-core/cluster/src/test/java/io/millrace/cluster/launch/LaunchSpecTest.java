// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A worker needs a transport as soon as it has peers on other nodes, and gets one only when it starts. */
class LaunchSpecTest {

    private static final WorkerPlan ONE = new WorkerPlan("w1", "n1", 1, List.of(1));
    private static final WorkerPlan TWO = new WorkerPlan("w2", "n1", 1, List.of(2));
    private static final WorkerPlan ELSEWHERE = new WorkerPlan("w2", "n2", 1, List.of(2));
    private static final WorkerPlan FRESH = new WorkerPlan("w3", "n1", 1, List.of(1));
    private static final WorkerPlan FRESH_ELSEWHERE = new WorkerPlan("w4", "n2", 1, List.of(2));

    private static final AssignmentRecord TOGETHER = new AssignmentRecord("t-1", 1, List.of(ONE, TWO));
    private static final AssignmentRecord APART = new AssignmentRecord("t-1", 9, List.of(ONE, ELSEWHERE));

    @Test
    void aWorkerWithoutATransportStartsAnewWhenAPeerComesToBeOnAnotherNode() {
        assertThat(startedUnder("w1", TOGETHER).stillServes(TOGETHER)).isTrue();
        assertThat(startedUnder("w1", TOGETHER).stillServes(APART)).isFalse();
        assertThat(startedUnder("w1", APART).stillServes(TOGETHER)).isTrue();
    }

    @Test
    void aWorkerWithoutRingsHasATransportFromTheStart() {
        assertThat(startedUnder("w1", TOGETHER, Map.of("topology.link.node", "tcp"))
                        .stillServes(APART))
                .isTrue();
    }

    @Test
    void aWorkerThatIsToBeReplacedGoesOnUntilThen() {
        assertThat(startedUnder("w1", TOGETHER).stillServes(spreading(Phase.PAUSING)))
                .isTrue();
    }

    /** A worker that dies while its topology is being spread over nodes starts again among the workers of one node. */
    @Test
    void aWorkerThatStartedDuringACancelledRebalanceHasNoTransport() {
        LaunchSpec spec = startedUnder("w1", spreading(Phase.PAUSING));

        assertThat(spec.stillServes(spreading(Phase.SNAPSHOT))).isTrue();
        assertThat(spec.stillServes(spreading(Phase.CANCELLED))).isTrue();
        assertThat(spec.stillServes(APART)).isFalse();
    }

    @Test
    void aNewWorkerOfARebalanceHasTheTransportThatItNeedsAfterwards() {
        LaunchSpec spec = startedUnder("w3", spreading(Phase.STARTING));

        assertThat(spec.stillServes(spreading(Phase.HANDOVER))).isTrue();
        assertThat(spec.stillServes(spreading(Phase.DONE))).isTrue();
    }

    /** The loss of a node in the handover moves workers without a cancellation. */
    @Test
    void aNewWorkerWithoutATransportStartsAnewWhenAPeerMovesInTheHandover() {
        WorkerPlan other = new WorkerPlan("w4", "n1", 1, List.of(2));
        WorkerPlan moved = new WorkerPlan("w4", "n2", 1, List.of(2));
        LaunchSpec spec = startedUnder("w3", gathering(Phase.STARTING, List.of(ONE, ELSEWHERE), List.of(FRESH, other)));

        assertThat(spec.stillServes(gathering(Phase.HANDOVER, List.of(FRESH, other), List.of(FRESH, other))))
                .isTrue();
        assertThat(spec.stillServes(gathering(Phase.HANDOVER, List.of(FRESH, moved), List.of(FRESH, moved))))
                .isFalse();
    }

    private static AssignmentRecord gathering(Phase phase, List<WorkerPlan> workers, List<WorkerPlan> next) {
        return new AssignmentRecord(
                "t-1",
                4,
                workers,
                4,
                Records.rebalance(2, phase, next, List.of("w3", "w4"), List.of(ONE, ELSEWHERE), Map.of(), ""),
                Adjustments.NONE,
                AssignmentRecord.Unawaited.NONE);
    }

    private static AssignmentRecord spreading(Phase phase) {
        boolean over = phase == Phase.HANDOVER || phase == Phase.DONE;
        return new AssignmentRecord(
                "t-1",
                4,
                over ? List.of(FRESH, FRESH_ELSEWHERE) : List.of(ONE, TWO),
                4,
                Records.rebalance(
                        2,
                        phase,
                        List.of(FRESH, FRESH_ELSEWHERE),
                        List.of("w3", "w4"),
                        List.of(ONE, TWO),
                        Map.of(),
                        ""),
                Adjustments.NONE,
                AssignmentRecord.Unawaited.NONE);
    }

    private static LaunchSpec startedUnder(String worker, AssignmentRecord assignment) {
        return startedUnder(worker, assignment, Map.of());
    }

    private static LaunchSpec startedUnder(String worker, AssignmentRecord assignment, Map<String, String> config) {
        return new LaunchSpec(
                new LaunchSpec.Cluster("c", Map.of()),
                new LaunchSpec.Start("t-1", "t", worker, "n1", "127.0.0.1", 1),
                assignment,
                new LaunchSpec.Program("file", List.of(), config, "none"),
                false,
                null);
    }
}
