// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Records as tuples, in spouts and in bolts of one function. */
class RecordShapeTest {

    private record View(String ad, long time, Integer cents) {}

    private record Billed(String ad, double euros) {}

    private record Nothing() {}

    private static List<Object> outputs(TopologyBuilder builder, String component) {
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.run();
            return List.copyOf(test.output(component));
        }
    }

    @Test
    void componentsAreFieldsInOrder() {
        assertThat(Fields.of(View.class)).isEqualTo(Fields.of("ad", "time", "cents"));
        assertThat(Fields.of(Nothing.class).size()).isZero();
        RecordShape<View> shape = RecordShape.of(View.class);
        assertThat(shape.values(new View("a", 1, null))).containsExactly("a", 1L, null);
    }

    @Test
    void aRecordGoesThroughATopology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "views", Spouts.of(List.of(new View("a", 1, 250), new View("b", 2, null), new View("c", 3, 50))));
        builder.setBolt("bill", Bolts.map(Billed.class, RecordShapeTest::bill)).shuffle("views");
        builder.setBolt("twice", Bolts.flatMap(Billed.class, (tuple, out) -> {
                    Billed one = tuple.as(Billed.class);
                    out.accept(one);
                    out.accept(one);
                }))
                .shuffle("bill");
        builder.setBolt(
                        "called",
                        Bolts.async(
                                Billed.class,
                                tuple -> CompletableFuture.completedFuture(tuple.as(Billed.class)),
                                10,
                                Duration.ofSeconds(1)))
                .shuffle("twice");
        assertThat(outputs(builder, "called"))
                .containsExactlyInAnyOrder(List.of("a", 2.5), List.of("a", 2.5), List.of("c", 0.5), List.of("c", 0.5));
    }

    private static Billed bill(Tuple tuple) {
        View view = tuple.as(View.class);
        return view.cents == null ? null : new Billed(view.ad, view.cents / 100.0);
    }

    @Test
    void numbersConvertIfNothingIsLost() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in",
                Spouts.from(
                        Fields.of("time", "ad", "more", "cents"),
                        task -> List.of(List.<Object>of(7, "a", "x", 9L)).iterator()));
        builder.setBolt("views", Bolts.map(View.class, tuple -> tuple.as(View.class)))
                .shuffle("in");
        assertThat(outputs(builder, "views")).containsExactly(List.of("a", 7L, 9));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> Spouts.of(List.of()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no records");
        assertThatThrownBy(() -> Spouts.of(List.of(new Nothing(), new Billed("a", 1))))
                .hasMessageContaining("all must be of one record class");
        Tuple tuple = Rows.tuple(Fields.of("ad", "euros"), "a", null);
        assertThatThrownBy(() -> tuple.as(Billed.class)).hasMessageContaining("the field euros is null");
        assertThat(Objects.requireNonNull(Rows.tuple(Fields.of("ad", "time", "cents"), "a", 1L, null)
                                .as(View.class))
                        .cents)
                .isNull();
    }
}
