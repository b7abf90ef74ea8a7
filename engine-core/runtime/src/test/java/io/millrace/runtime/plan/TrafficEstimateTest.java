// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.Streams;
import io.millrace.api.Subscription;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficEstimateTest {

    private static final Grouping SHUFFLE = new Grouping.Shuffle();
    private static final Grouping FIELDS = new Grouping.ByFields(Fields.of("value"));

    private static ComponentSpec bolt(String id, int tasks, Grouping grouping, String... sources) {
        List<Subscription> inputs = List.of(sources).stream()
                .map(source -> new Subscription(source, Streams.DEFAULT, grouping))
                .toList();
        return Specs.subscribed(inputs, Specs.spec(id, tasks, sources));
    }

    private static TaskPair pair(int source, int target) {
        return new TaskPair(source, target);
    }

    @Test
    void aTasksTuplesAreSpreadEvenly() {
        TrafficEstimate estimate = TrafficEstimate.of(Specs.topology(
                Specs.spec("read", 2), bolt("split", 4, SHUFFLE, "read"), bolt("count", 1, FIELDS, "split")));

        assertThat(estimate.messages())
                .containsEntry(pair(1, 3), 0.25)
                .containsEntry(pair(2, 6), 0.25)
                .containsEntry(pair(3, 7), 0.5)
                .hasSize(8 + 4);
        assertThat(estimate.tuples(1)).isEqualTo(1);
        assertThat(estimate.tuples(3)).isEqualTo(0.5);
        assertThat(estimate.tuples(7)).isEqualTo(2);
    }

    @Test
    void allReachesEachAndGlobalTheFirst() {
        TrafficEstimate all =
                TrafficEstimate.of(Specs.topology(Specs.spec("read", 1), bolt("copy", 2, new Grouping.All(), "read")));
        TrafficEstimate global = TrafficEstimate.of(
                Specs.topology(Specs.spec("read", 1), bolt("sum", 2, new Grouping.Global(), "read")));

        assertThat(all.messages()).containsOnly(entry(pair(1, 2), 1.0), entry(pair(1, 3), 1.0));
        assertThat(global.messages()).containsOnly(entry(pair(1, 2), 1.0));
        assertThat(global.tuples(3)).isZero();
    }

    @Test
    void hintsSayHowMuchIsEmitted() {
        TrafficEstimate estimate = TrafficEstimate.of(Specs.topology(
                Specs.emitting(500, Specs.spec("busy", 1)),
                Specs.emitting(100, Specs.spec("calm", 1)),
                Specs.emitting(10, bolt("split", 2, SHUFFLE, "busy", "calm")),
                Specs.emitting(0, bolt("sum", 1, SHUFFLE, "split")),
                bolt("show", 1, SHUFFLE, "sum")));

        assertThat(estimate.messages())
                .containsEntry(pair(1, 3), 250.0)
                .containsEntry(pair(2, 4), 50.0)
                .containsEntry(pair(3, 5), 3_000.0)
                .containsEntry(pair(5, 6), 0.0);
        assertThat(estimate.tuples(1)).isEqualTo(500);
        assertThat(estimate.tuples(5)).isEqualTo(6_000);
        assertThat(estimate.weight(5)).isGreaterThan(estimate.weight(3));
    }

    @Test
    void theOrderOfDeclarationMakesNoDifference() {
        TrafficEstimate estimate = TrafficEstimate.of(Specs.topology(
                bolt("sink", 1, SHUFFLE, "work"), bolt("work", 1, SHUFFLE, "read"), Specs.spec("read", 3)));

        assertThat(estimate.tuples(1)).isEqualTo(3);
    }

    @Test
    void streamsThatMeetAddUp() {
        TrafficEstimate estimate = TrafficEstimate.of(Specs.topology(
                Specs.spec("read", 1),
                bolt("left", 1, SHUFFLE, "read"),
                bolt("right", 1, SHUFFLE, "read"),
                bolt("join", 1, FIELDS, "left", "right")));

        assertThat(estimate.tuples(4)).isEqualTo(2);
    }

    @Test
    void aCycleIsCountedOnce() {
        TrafficEstimate estimate = TrafficEstimate.of(Specs.topology(
                Specs.spec("read", 1), bolt("work", 1, SHUFFLE, "read", "check"), bolt("check", 1, SHUFFLE, "work")));

        assertThat(estimate.messages())
                .containsOnly(entry(pair(1, 2), 1.0), entry(pair(2, 3), 1.0), entry(pair(3, 2), 1.0));
        assertThat(estimate.tuples(2)).isEqualTo(1);
    }

    @Test
    void aBoltThatSendsToItselfHasTrafficToItsOtherTasksOnly() {
        TrafficEstimate estimate =
                TrafficEstimate.of(Specs.topology(Specs.spec("read", 1), bolt("work", 2, SHUFFLE, "read", "work")));

        assertThat(estimate.messages().keySet())
                .containsExactlyInAnyOrder(pair(1, 2), pair(1, 3), pair(2, 3), pair(3, 2));
    }

    @Test
    void whatItCostsIsKnownBefore() {
        assertThat(TrafficEstimate.pairs(
                        Specs.topology(Specs.spec("read", 20), bolt("work", 30, SHUFFLE, "read", "work"))))
                .isEqualTo(20 * 30 + 30 * 30);
    }
}
