// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.ClassVersions;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States of one version of a jar are loaded with the classes of the next one. */
class BlockTranslationTest {

    private static final int[] FIRST = {0};

    @TempDir
    private Path directory;

    private static List<StateSpec<?>> specs(Class<?> type) {
        return List.of(
                StateSpec.value("value", type),
                StateSpec.map("map", String.class, type),
                StateSpec.list("list", type),
                StateSpec.value("task", type).perTask());
    }

    @SuppressWarnings("unchecked")
    private static <S> S handle(HeapStates states, StateSpec<?> spec) {
        return (S) states.handle(spec);
    }

    @Test
    void statesOfAllFormsAndTimersComeBackWithTheClassesOfTheNextJar() throws Exception {
        try (ClassVersions before = new ClassVersions(
                        directory.resolve("1"), Map.of("Price", "public record Price(String unit, long cents) {}"));
                ClassVersions after = new ClassVersions(
                        directory.resolve("2"),
                        Map.of(
                                "Other", "public record Other(int a) {}",
                                "Price", "public record Price(long cents, boolean net, String unit) {}"))) {
            ValuesCodec writer = new ValuesCodec(List.of(before.type("Price")));
            HeapStates states = new HeapStates("c", specs(before.type("Price")), writer, () -> 0);
            fill(states, specs(before.type("Price")), before);
            Written written = Written.of(states.capture(), writer);

            List<Class<?>> now = List.of(after.type("Other"), after.type("Price"));
            ValuesCodec present = new ValuesCodec(now);
            BlockTranslation translation =
                    new BlockTranslation(ValuesCodec.reading(writer.classes(), now, List.of()), present);
            HeapStates loaded = new HeapStates("c", specs(after.type("Price")), present, () -> 0);
            written.blocks.forEach((partition, bytes) -> {
                ByteBuffer source = ByteBuffer.allocate(bytes.length + 3).position(3);
                source.put(bytes).position(3);
                ByteBuffer translated = translation.translate(source);
                ByteBuffer copy = ByteBuffer.allocate(translated.remaining());
                loaded.load(partition, copy.put(translated).flip());
            });

            assertThat(shown(loaded, specs(after.type("Price"))))
                    .isEqualTo("Price[cents=1, net=false, unit=EUR] {a=Price[cents=2, net=false, unit=CHF]}"
                            + " [Price[cents=3, net=false, unit=USD], Price[cents=4, net=false, unit=USD]]"
                            + " Price[cents=5, net=false, unit=task]");
            assertThat(loaded.nextTime()).isEqualTo(77);
            byte[] block = written.blocks.values().iterator().next();
            for (int length = 0; length < block.length; length++) {
                ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(block, length));
                if (length != BlockDescriptor.HEAD) {
                    assertThatThrownBy(() -> translation.translate(cut))
                            .as("%d bytes", length)
                            .isInstanceOf(CodecException.class);
                }
            }
        }
    }

    private static void fill(HeapStates states, List<StateSpec<?>> specs, ClassVersions version) {
        states.key(new Object[] {"key"}, FIRST);
        BlockTranslationTest.<ValueState<Object>>handle(states, specs.get(0)).set(version.make("Price", "EUR", 1L));
        BlockTranslationTest.<MapState<String, Object>>handle(states, specs.get(1))
                .put("a", version.make("Price", "CHF", 2L));
        ListState<Object> list = handle(states, specs.get(2));
        list.add(version.make("Price", "USD", 3L));
        list.add(version.make("Price", "USD", 4L));
        BlockTranslationTest.<ValueState<Object>>handle(states, specs.get(3)).set(version.make("Price", "task", 5L));
        states.timers().atTime(77);
    }

    private static String shown(HeapStates states, List<StateSpec<?>> specs) {
        states.key(new Object[] {"key"}, FIRST);
        StringBuilder map = new StringBuilder();
        BlockTranslationTest.<MapState<String, Object>>handle(states, specs.get(1))
                .forEach((key, value) -> map.append(key).append('=').append(value));
        TreeSet<String> list = new TreeSet<>();
        BlockTranslationTest.<ListState<Object>>handle(states, specs.get(2)).forEach(each -> list.add(each.toString()));
        return BlockTranslationTest.<ValueState<Object>>handle(states, specs.get(0))
                        .get() + " {" + map + "} " + list + " "
                + BlockTranslationTest.<ValueState<Object>>handle(states, specs.get(3))
                        .get();
    }
}
