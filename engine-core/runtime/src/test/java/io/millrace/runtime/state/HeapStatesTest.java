// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.UnregisteredClassException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapStatesTest {

    static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
    static final StateSpec<MapState<String, Long>> MAP = StateSpec.map("map", String.class, Long.class);
    static final StateSpec<ListState<String>> LIST = StateSpec.list("list", String.class);
    static final StateSpec<ValueState<Long>> TASK =
            StateSpec.value("task", Long.class).perTask();

    private static final int[] FIRST = {0};

    private final HeapStates states = states(List.of(COUNT, MAP, LIST, TASK));
    private final ValueState<Long> count = states.handle(COUNT);

    static HeapStates states(List<StateSpec<?>> specs) {
        return new HeapStates("words", specs, new ValuesCodec(List.of(Box.class)), () -> 0);
    }

    private static void key(HeapStates states, Object... fields) {
        int[] positions = new int[fields.length];
        Arrays.setAll(positions, i -> i);
        states.key(fields, positions);
    }

    private void key(Object... fields) {
        key(states, fields);
    }

    @Test
    void eachKeyHasItsOwnState() {
        key("a");
        count.set(1L);
        states.handle(LIST).add("x");
        key("b");

        assertThat(count.get()).isNull();
        assertThat(count.getOr(7L)).isEqualTo(7);
        assertThat(states.handle(LIST)).isEmpty();

        count.set(2L);
        key("a");
        assertThat(count.get()).isEqualTo(1);
        count.clear();
        assertThat(count.get()).isNull();
        key("b");
        count.set(null);
        assertThat(count.get()).isNull();
        assertThat(Written.of(states.capture()).blocks).hasSize(1);
    }

    @Test
    void theSameSpecificationGivesTheSameHandle() {
        assertThat(states.handle(StateSpec.value("count", Long.class))).isSameAs(count);
        assertThatThrownBy(() -> states.handle(StateSpec.value("other", Long.class)))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "component 'words' asks for state 'other', which it does not declare: return it by states() as"
                                + " it does count, map, list, task");
        assertThatThrownBy(() -> states.handle(StateSpec.value("count", String.class)))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("component 'words' asks for state 'count' in another form");
        assertThatThrownBy(() -> states(List.of(COUNT, StateSpec.list("count", Long.class))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("declared twice");
        assertThatThrownBy(() -> states(List.of(StateSpec.map("m", byte[].class, Long.class))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("state 'm' is a map by byte[]");
    }

    @Test
    void keysAreEqualIfTheirStableHashesTakeThemAsTheSame() {
        assertSameKey(7, 7L, (short) 7, (byte) 7);
        assertSameKey(0.0, -0.0, 0.0f, -0.0f);
        assertSameKey(Double.NaN, Float.NaN, Double.longBitsToDouble(0x7FF8_0000_0000_0001L));
        assertSameKey(new byte[] {1, 2}, new byte[] {1, 2});
        ByteBuffer part = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}).position(1).limit(3);
        assertSameKey(
                new byte[] {1, 2},
                part,
                ByteBuffer.allocateDirect(2).put(0, new byte[] {1, 2}).asReadOnlyBuffer());
        assertSameKey(List.of(part, Map.of("b", part)), List.of(new byte[] {1, 2}, Map.of("b", new byte[] {1, 2})));
        assertSameKey(new Box(3), new Box(3));
        assertSameKey(List.of(1, new byte[] {3}), new ArrayList<>(List.of(1L, new byte[] {3})));
        assertSameKey(Map.of("a", 1), new HashMap<>(Map.of("a", 1L)));
        assertSameKey(null, (Object) null);
        assertDifferentKeys(1L, 1.0, "1", '1', true, false, null, new byte[] {1}, List.of(1), TimeUnit.class.getName());
    }

    /** Every value that can pass a fields grouping is a key of a bolt with states, before and after a snapshot. */
    @Test
    void whatHasAStableHashIsAKey() {
        ValuesCodec codec = new ValuesCodec(List.of(Box.class, TimeUnit.class));
        Object[] scalars = {
            null,
            true,
            (byte) 1,
            (short) 2,
            'c',
            3,
            4L,
            5f,
            6.0,
            "text",
            new byte[] {7},
            ByteBuffer.wrap(new byte[] {8}),
            new Box(9),
            TimeUnit.DAYS
        };
        List<Object> all = new ArrayList<>(Arrays.asList(scalars));
        for (Object scalar : scalars) {
            all.add(Collections.singletonList(scalar));
            all.add(Arrays.asList("x", Arrays.asList(scalar, 1)));
            all.add(Collections.singletonMap("k", scalar));
            all.add(Collections.singletonMap(scalar instanceof byte[] ? "bytes" : scalar, "v"));
        }
        for (Object each : all) {
            StableHash.of(each, codec);
            HeapStates fresh = new HeapStates("words", List.of(COUNT), codec, () -> 0);
            key(fresh, each);
            fresh.handle(COUNT).set(5L);
            key(fresh, each);
            assertThat(fresh.handle(COUNT).get()).as("%s", each).isEqualTo(5);
            HeapStates loaded = new HeapStates("words", List.of(COUNT), codec, () -> 0);
            Written.of(fresh.capture(), codec).loadInto(loaded);
            key(loaded, each);
            assertThat(loaded.handle(COUNT).get()).as("%s, loaded", each).isEqualTo(5);
        }
    }

    private static void assertSameKey(Object... keys) {
        for (Object first : keys) {
            for (Object second : keys) {
                HeapStates fresh = states(List.of(COUNT));
                key(fresh, first);
                fresh.handle(COUNT).set(5L);
                key(fresh, second);
                assertThat(fresh.handle(COUNT).get())
                        .as("%s and %s", first, second)
                        .isEqualTo(5);
                HeapStates loaded = states(List.of(COUNT));
                Written.of(fresh.capture()).loadInto(loaded);
                key(loaded, second);
                assertThat(loaded.handle(COUNT).get()).isEqualTo(5);
            }
        }
    }

    private static void assertDifferentKeys(Object... keys) {
        HeapStates fresh = states(List.of(COUNT));
        for (int i = 0; i < keys.length; i++) {
            key(fresh, keys[i]);
            assertThat(fresh.handle(COUNT).get()).isNull();
            fresh.handle(COUNT).set((long) i);
        }
        for (int i = 0; i < keys.length; i++) {
            key(fresh, keys[i]);
            assertThat(fresh.handle(COUNT).get()).isEqualTo(i);
        }
    }

    @Test
    void keysThatCannotBeWrittenAreRefusedAtOnce() {
        assertThatThrownBy(() -> key(TimeUnit.DAYS))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith("component 'words': a key: java.util.concurrent.TimeUnit is not registered");
        assertThatThrownBy(() -> key(new Object())).isInstanceOf(UnregisteredClassException.class);
    }

    @Test
    void withoutAKeyOnlyStatesOfTheTaskCanBeUsed() {
        assertThatThrownBy(count::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("component 'words': state 'count' is by key, but no input is being processed");
        key("a");
        count.set(1L);
        states.noKey("this input is grouped by shuffle");

        assertThatThrownBy(() -> count.set(1L))
                .hasMessage("component 'words': state 'count' is by key, but this input is grouped by shuffle");
        assertThatThrownBy(() -> states.handle(MAP).put("a", 1L)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> states.handle(MAP).size()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> states.handle(LIST).add("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> states.handle(LIST).clear()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> states.timers().atTime(1))
                .hasMessage("component 'words': timers are by key, but this input is grouped by shuffle");
        states.handle(TASK).set(3L);
        assertThat(states.handle(TASK).get()).isEqualTo(3);
    }

    @Test
    void allKeysHaveTheSameNumberOfFields() {
        key("a", 1);
        count.set(1L);
        key("a", 1L);
        assertThat(count.get()).isEqualTo(1);
        key("a");
        assertThatThrownBy(count::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("component 'words': state 'count' is by 2 fields, but this input is grouped by 1: group all"
                        + " inputs that use it by the same number of fields");
        assertThatThrownBy(() -> {
                    HeapStates wide = states(List.of(COUNT));
                    key(wide, new Object[256]);
                    wide.handle(COUNT).get();
                })
                .hasMessageContaining("at most 255");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void valuesAreOfTheDeclaredClasses() {
        key("a");
        ValueState raw = count;
        assertThatThrownBy(() -> raw.set("text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("component 'words': state 'count': its value is a java.lang.String, but it is declared for"
                        + " java.lang.Long");
        MapState map = states.handle(MAP);
        assertThatThrownBy(() -> map.put(1L, 1L)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.put("a", "b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.put(null, 1L)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.put("a", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(
                        "component 'words': state 'map': its map's value is null: give one, or remove what there is");
        ListState list = states.handle(LIST);
        assertThatThrownBy(() -> list.add(1L)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> list.add(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> list.set(List.of("a", 1L))).isInstanceOf(IllegalArgumentException.class);
        assertThat(list).isEmpty();
        assertThat(Written.of(states.capture()).blocks).isEmpty();
        HeapStates primitive = states(List.of(StateSpec.value("p", long.class)));
        key(primitive, 1);
        primitive.handle(StateSpec.value("p", long.class)).set(4L);
        assertThat(primitive.handle(StateSpec.value("p", long.class)).get()).isEqualTo(4);
    }

    @Test
    void aValueOfAnUnregisteredClassIsRefusedAtOnce() {
        StateSpec<ValueState<Object>> any = StateSpec.value("any", Object.class);
        HeapStates fresh = states(List.of(any));
        key(fresh, "a");

        assertThatThrownBy(() -> fresh.handle(any).set(new StringBuilder()))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith("component 'words': state 'any': java.lang.StringBuilder is not registered");
        fresh.handle(any).set(new Box(1));
    }

    @Test
    void mapsAndListsBehaveAsThoseOfJava() {
        key("a");
        MapState<String, Long> map = states.handle(MAP);
        map.put("x", 1L);
        map.put("y", 2L);
        map.put("x", 3L);
        assertThat(map.size()).isEqualTo(2);
        assertThat(map.contains("y")).isTrue();
        assertThat(map.get("z")).isNull();
        assertThat(map.remove("z")).isNull();
        assertThat(map.remove("y")).isEqualTo(2);
        Map<String, Long> seen = new HashMap<>();
        map.forEach(seen::put);
        assertThat(seen).isEqualTo(Map.of("x", 3L));
        map.clear();
        assertThat(map.size()).isZero();

        ListState<String> list = states.handle(LIST);
        list.add("x");
        list.set(List.of("y", "z"));
        list.add("w");
        assertThat(list).containsExactly("y", "z", "w");
        assertThat(list.get(2)).isEqualTo("w");
        assertThatThrownBy(() -> list.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        list.set(List.of());
        assertThat(list.size()).isZero();
        assertThat(Written.of(states.capture()).blocks).isEmpty();
    }

    @Test
    void bytesGrowAndShrinkWithTheContent() {
        assertThat(states.bytes()).isZero();
        for (long i = 0; i < 1000; i++) {
            key(i);
            count.set(i);
            states.handle(MAP).put("a", i);
            states.timers().atTime(i);
        }
        assertThat(states.bytes()).isGreaterThan(100_000);
        Written written = Written.of(states.capture());
        long content = written.blocks.values().stream()
                .mapToLong(block -> block.length)
                .sum();
        // A key has a value, a map with an entry, and a timer
        assertThat(states.bytes()).isEqualTo(4_000 * 64 + content);
        HeapStates loaded = states(List.of(COUNT, MAP, LIST, TASK));
        written.loadInto(loaded);
        assertThat(loaded.bytes()).isEqualTo(states.bytes());
        for (long i = 0; i < 1000; i++) {
            key(i);
            count.clear();
            states.handle(MAP).clear();
            states.timers().removeTime(i);
        }
        Written.of(states.capture());
        assertThat(states.bytes()).isZero();
    }

    @Test
    void contentsAreEstimatedFromAFewWithoutSnapshots() {
        String text = "x".repeat(1_000);
        for (long i = 0; i < 500; i++) {
            key(i);
            states.handle(LIST).set(List.of(text, text));
            count.set(i);
        }
        assertThat(states.bytes()).isBetween(1_000_000L, 1_300_000L);
        for (long i = 0; i < 500; i++) {
            key(i);
            states.handle(LIST).clear();
            count.clear();
        }
        assertThat(states.bytes()).isZero();
    }

    @Test
    void aNewTaskTakesTheLeastEventTimeOfOthersAndNothingElse() {
        states.advanceWatermark(70, 1, timer -> {});
        states.noKey("none");
        states.handle(TASK).set(5L);
        Written one = Written.of(states.capture());
        HeapStates other = states(List.of(COUNT, MAP, LIST, TASK));
        other.advanceWatermark(50, 1, timer -> {});
        Written two = Written.of(other.capture());

        HeapStates made = states(List.of(COUNT, MAP, LIST, TASK));
        made.beginAtTimeOf(List.of(one.taskBlock(), two.taskBlock()));
        assertThat(made.timers().watermark()).isEqualTo(50);
        assertThat(made.handle(TASK).get()).isNull();
        made.beginAtTimeOf(List.of());
        assertThat(made.timers().watermark()).isEqualTo(50);
    }

    @Test
    void aHandleCanBeUsedByItsPosition() {
        states.key(new Object[] {"no", "key"}, new int[] {1});
        count.set(9L);
        states.key(new Object[] {"key"}, FIRST);
        assertThat(count.get()).isEqualTo(9);
    }
}
