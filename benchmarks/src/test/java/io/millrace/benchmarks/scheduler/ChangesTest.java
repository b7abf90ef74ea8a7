package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.scheduler.Rescheduling.Kind;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.SchedulingOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangesTest {

    /** Except where a graph without communities drifts more than may move, see docs/benchmarks.md. */
    @Test
    void fewTasksMoveForNearlyAllThatSolvingAfreshSaves() {
        List<Rescheduling> drifts = Rescheduling.all(Families.DEFAULT_SEED).stream()
                .filter(change -> change.kind() == Kind.SLIGHT_DRIFT
                        || change.kind() == Kind.DRIFT && change.before().name().contains("communities"))
                .toList();
        assertThat(drifts).hasSize(3);
        drifts.forEach(ChangesTest::assertThatFewMoveForNearlyAll);
    }

    /** What most of its gain takes is that communities change places, which no task does alone. */
    @Test
    void communitiesChangePlacesWhereThatSavesMuch() {
        Rescheduling drift = Rescheduling.all(2).stream()
                .filter(change -> change.kind() == Kind.SLIGHT_DRIFT
                        && change.before().name().contains("communities"))
                .findFirst()
                .orElseThrow();
        assertThatFewMoveForNearlyAll(drift);
    }

    private static void assertThatFewMoveForNearlyAll(Rescheduling drift) {
        Changes changes = Changes.measure(drift, Algorithms.byName("multilevel"), SchedulingOptions.DEFAULTS)
                .orElseThrow();
        assertThat((double) changes.moved() / drift.before().tasks().size())
                .as("%s of %s", drift.kind(), drift.before().name())
                .isLessThan(0.04);
        assertThat(changes.gainShare().orElseThrow())
                .as("%s of %s", drift.kind(), drift.before().name())
                .isGreaterThanOrEqualTo(0.95);
    }
}
