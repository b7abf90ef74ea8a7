// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import static io.millrace.api.Samples.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Fields;
import io.millrace.api.Recorder;
import io.millrace.api.Rows;
import io.millrace.api.Samples;
import io.millrace.api.StreamSpec;
import io.millrace.api.TopologyBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoltsTest {

    private static final Fields INPUT = Fields.of("word", "count");
    private static final List<Object> SEEN = new ArrayList<>();

    private final Recorder out = new Recorder();

    private Recorder run(BasicBolt bolt, Object... values) {
        bolt.execute(Rows.tuple(INPUT, values), out);
        return out;
    }

    private static List<StreamSpec> outputs(BasicBolt bolt) {
        TopologyBuilder builder = Samples.withLines();
        builder.setBolt("bolt", bolt).shuffle("lines");
        return builder.build().components().get(1).outputs();
    }

    @Test
    void mapsToOneValue() {
        BasicBolt bolt = Bolts.map("length", tuple -> tuple.getString("word").length());
        assertThat(run(bolt, "abc", 1).emitted).containsExactly(List.of(3));
        assertThat(outputs(bolt)).containsExactly(new StreamSpec("default", Fields.of("length"), false));
    }

    @Test
    void aListOrNullIsOneValueOfOneField() {
        run(Bolts.map("pair", tuple -> List.of(1, 2)), "abc", 1);
        run(Bolts.map("nothing", tuple -> null), "abc", 1);
        run(Bolts.map("array", tuple -> new String[] {"a", "b"}), "abc", 1);
        assertThat(out.emitted).hasSize(3);
        assertThat(out.emitted.get(0)).containsExactly(List.of(1, 2));
        assertThat(out.emitted.get(1)).containsExactly((Object) null);
        assertThat(out.emitted.get(2)).containsExactly((Object) new String[] {"a", "b"});
    }

    @Test
    void mapsToSeveralValues() {
        BasicBolt bolt = Bolts.map(Fields.of("a", "b"), tuple -> Arrays.asList(tuple.getString("word"), null));
        assertThat(run(bolt, "abc", 1).emitted).containsExactly(Arrays.asList("abc", null));
        assertThat(outputs(bolt)).containsExactly(new StreamSpec("default", Fields.of("a", "b"), false));
    }

    @Test
    void flatMapsToAnyNumber() {
        BasicBolt bolt = Bolts.flatMap(Fields.of("letter"), (tuple, emitter) -> {
            for (char letter : tuple.getString("word").toCharArray()) {
                emitter.emit(letter);
            }
        });
        run(bolt, "ab", 1);
        run(bolt, "", 1);
        assertThat(out.emitted).containsExactly(List.of('a'), List.of('b'));
        assertThat(outputs(bolt)).containsExactly(new StreamSpec("default", Fields.of("letter"), false));
    }

    @Test
    void filterPassesTheNamedFieldsOn() {
        BasicBolt bolt = Bolts.filter(
                Fields.of("count", "word"), tuple -> !tuple.getString("word").isEmpty());
        run(bolt, "ab", 1);
        run(bolt, "", 2);
        assertThat(out.emitted).containsExactly(List.of(1, "ab"));
        assertThat(outputs(bolt)).containsExactly(new StreamSpec("default", Fields.of("count", "word"), false));
    }

    @Test
    void forEachEmitsNothing() {
        SEEN.clear();
        BasicBolt bolt = Bolts.forEach(tuple -> SEEN.add(tuple.getString("word")));
        assertThat(run(bolt, "ab", 1).emitted).isEmpty();
        assertThat(SEEN).containsExactly("ab");
        assertThat(outputs(bolt)).isEmpty();
    }

    @Test
    void ticksAreNotHandedToFunctions() {
        Bolts.forEach(tuple -> {
                    throw new AssertionError();
                })
                .execute(Rows.tick(), out);
        assertThat(out.emitted).isEmpty();
    }

    @Test
    void refusesNulls() {
        assertThat(problems(() -> Bolts.map("a", null))).containsExactly("a bolt has no function (null): give it");
        assertThat(problems(() -> Bolts.flatMap((Fields) null, (tuple, emitter) -> {})))
                .containsExactly("a bolt has no fields (null): give it");
        assertThat(problems(() -> Bolts.filter(INPUT, null)))
                .containsExactly("a bolt has no predicate (null): give it");
        assertThat(problems(() -> Bolts.forEach(null))).containsExactly("a bolt has no consumer (null): give it");
    }
}
