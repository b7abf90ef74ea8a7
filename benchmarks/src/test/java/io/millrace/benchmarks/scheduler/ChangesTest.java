// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.scheduler.Rescheduling.Kind;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChangesTest {

    private static final List<Rescheduling> DEFAULT = Rescheduling.all(Families.DEFAULT_SEED);

    /** Except where a graph has no communities, see docs/benchmarks.md. */
    @Test
    void fewTasksMoveForNearlyAllThatSolvingAfreshSaves() {
        List<Rescheduling> drifts = driftsOfCommunities(DEFAULT);
        assertThat(drifts).hasSize(2);
        drifts.forEach(ChangesTest::assertThatFewMoveForNearlyAll);
    }

    /** Solving the same problem again saved more here than may be missed, when answers from scratch were worse. */
    @Tag("long")
    @Test
    void whatRunsIsGoodEnoughThatTheDriftIsMostOfWhatCanBeGained() {
        driftsOfCommunities(Rescheduling.all(7)).forEach(ChangesTest::assertThatFewMoveForNearlyAll);
    }

    /** What most of its gain takes is that communities change places, which no task does alone. */
    @Tag("long")
    @Test
    void communitiesChangePlacesWhereThatSavesMuch() {
        assertThatFewMoveForNearlyAll(driftsOfCommunities(Rescheduling.all(2)).get(0));
    }

    /** The rates that triple change the same problem, and show in each build that few tasks move at little cost. */
    @Tag("long")
    @Test
    void aHotKeyThatMovesTakesAFewTasksOnly() {
        Changes changes = measured(Kind.HOT_KEYS);
        assertThat(changes.moved()).isPositive().isLessThan(80);
        assertThat(changes.answer().cost()).isLessThan(1.02 * changes.afresh().cost());
    }

    /** It overloads nodes: what leaves them must not be chosen by its weight alone. */
    @Test
    void aRateThatTriplesCostsHardlyMoreThanSolvingAfresh() {
        Changes changes = measured(Kind.TRIPLE_RATES);
        assertThat(changes.running().isValid()).isFalse();
        assertThat(changes.answer().isBalanced()).isTrue();
        assertThat(changes.moved()).isLessThan(200);
        assertThat(changes.answer().cost()).isLessThan(1.05 * changes.afresh().cost());
    }

    private static Changes measured(Kind kind) {
        Rescheduling change =
                DEFAULT.stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
        return measured(change);
    }

    private static Changes measured(Rescheduling change) {
        return Changes.measure(change, Algorithms.byName("multilevel"), SchedulingOptions.DEFAULTS)
                .orElseThrow();
    }

    private static List<Rescheduling> driftsOfCommunities(List<Rescheduling> changes) {
        return changes.stream()
                .filter(change -> change.kind() == Kind.SLIGHT_DRIFT || change.kind() == Kind.DRIFT)
                .filter(change -> change.before().name().contains("communities"))
                .toList();
    }

    private static void assertThatFewMoveForNearlyAll(Rescheduling drift) {
        Changes changes = measured(drift);
        assertThat((double) changes.moved() / drift.before().tasks().size())
                .as("%s of %s", drift.kind(), drift.before().name())
                .isLessThan(0.04);
        assertThat(changes.gainShare().orElseThrow())
                .as("%s of %s", drift.kind(), drift.before().name())
                .isGreaterThanOrEqualTo(0.95);
    }
}
