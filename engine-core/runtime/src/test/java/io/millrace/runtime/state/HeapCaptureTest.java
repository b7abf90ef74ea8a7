// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The contents of captures while the states change, and the blocks that they leave out. */
class HeapCaptureTest {

    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
    private static final StateSpec<MapState<String, Long>> MAP = StateSpec.map("map", String.class, Long.class);
    private static final StateSpec<ListState<String>> LIST = StateSpec.list("list", String.class);
    private static final StateSpec<ValueState<Box>> BOX = StateSpec.value("box", Box.class);
    private static final StateSpec<MapState<String, Box>> BOXES = StateSpec.map("boxes", String.class, Box.class);
    private static final StateSpec<ListState<Box>> BOX_LIST = StateSpec.list("box list", Box.class);

    @SuppressWarnings("rawtypes")
    private static final StateSpec<ValueState<List>> WORDS = StateSpec.value("words", List.class);

    private static final StateSpec<ValueState<byte[]>> BYTES = StateSpec.value("bytes", byte[].class);
    private static final StateSpec<ValueState<Long>> TASK =
            StateSpec.value("task", Long.class).perTask();
    private static final StateSpec<ListState<String>> TASK_LIST =
            StateSpec.list("task list", String.class).perTask();
    private static final StateSpec<MapState<String, Long>> TASK_MAP =
            StateSpec.map("task map", String.class, Long.class).perTask();

    private static final List<StateSpec<?>> SPECS =
            List.of(COUNT, MAP, LIST, BOX, BOXES, BOX_LIST, WORDS, BYTES, TASK, TASK_LIST, TASK_MAP);

    private final HeapStates states = HeapStatesTest.states(SPECS);

    private <S> S of(Object key, StateSpec<S> spec) {
        return of(states, key, spec);
    }

    private static <S> S of(HeapStates states, Object key, StateSpec<S> spec) {
        states.key(new Object[] {key}, new int[] {0});
        return states.handle(spec);
    }

    private static HeapStates loaded(Written written) {
        HeapStates states = HeapStatesTest.states(SPECS);
        written.loadInto(states);
        return states;
    }

    private static HeapStates loaded(StateCapture capture) {
        return loaded(Written.of(capture));
    }

    @Test
    void aCaptureDoesNotSeeLaterChanges() {
        of("a", COUNT).set(1L);
        of("b", COUNT).set(2L);
        of("a", MAP).put("x", 1L);
        of("a", LIST).add("x");
        of("a", TASK).set(1L);
        StateCapture capture = states.capture();
        of("a", COUNT).set(11L);
        of("b", COUNT).clear();
        of("c", COUNT).set(3L);
        of("a", MAP).put("x", 11L);
        of("a", MAP).put("y", 12L);
        of("a", LIST).add("y");
        of("a", TASK).set(11L);

        HeapStates loaded = loaded(capture);

        assertThat(of(loaded, "a", COUNT).get()).isEqualTo(1);
        assertThat(of(loaded, "b", COUNT).get()).isEqualTo(2);
        assertThat(of(loaded, "c", COUNT).get()).isNull();
        assertThat(of(loaded, "a", MAP).get("x")).isEqualTo(1);
        assertThat(of(loaded, "a", MAP).size()).isEqualTo(1);
        assertThat(of(loaded, "a", LIST)).containsExactly("x");
        assertThat(of(loaded, "a", TASK).get()).isEqualTo(1);
        assertThat(of("a", COUNT).get()).isEqualTo(11);
        assertThat(of("a", LIST)).containsExactly("x", "y");
        assertThat(of("a", MAP).get("x")).isEqualTo(11);
    }

    @Test
    void capturesThatAreOutstandingTogetherEachHaveTheirMoment() {
        List<StateCapture> captures = new ArrayList<>();
        for (long i = 0; i < 5; i++) {
            of("a", COUNT).set(i);
            of("a", LIST).add("x");
            of("a", MAP).put("k" + i, i);
            captures.add(states.capture());
        }
        // The newest capture is released first, so that older ones are still shared then
        for (int i = 4; i >= 0; i--) {
            of("a", COUNT).set(100L);
            of("a", MAP).put("k0", 100L);
            HeapStates loaded = loaded(captures.get(i));
            assertThat(of(loaded, "a", COUNT).get()).isEqualTo(i);
            assertThat(of(loaded, "a", LIST).size()).isEqualTo(i + 1);
            assertThat(of(loaded, "a", MAP).size()).isEqualTo(i + 1);
            assertThat(of(loaded, "a", MAP).get("k0")).isZero();
        }
    }

    @Test
    void anObjectThatIsChangedAfterACaptureIsNotThatOfTheCapture() {
        of("a", BOX).set(new Box(1));
        of("a", BOXES).put("x", new Box(1));
        of("a", BOXES).put("y", new Box(2));
        of("a", BOX_LIST).add(new Box(1));
        of("a", WORDS).set(new ArrayList<>(List.of("x", new byte[] {1})));
        of("a", BYTES).set(new byte[] {1});
        StateCapture capture = states.capture();
        of("a", BOX).get().add(10);
        of("a", BOXES).get("x").add(10);
        of("a", BOXES).remove("y").add(1000);
        of("a", BOXES).forEach((key, box) -> box.add(100));
        of("a", BOX_LIST).get(0).add(10);
        ((byte[]) of("a", WORDS).get().get(1))[0] = 9;
        of("a", WORDS).get().remove(0);
        of("a", BYTES).get()[0] = 9;

        HeapStates loaded = loaded(capture);

        assertThat(of(loaded, "a", BOX).get()).isEqualTo(new Box(1));
        assertThat(of(loaded, "a", BOXES).get("x")).isEqualTo(new Box(1));
        assertThat(of(loaded, "a", BOXES).get("y")).isEqualTo(new Box(2));
        assertThat(of(loaded, "a", BOX_LIST)).containsExactly(new Box(1));
        assertThat((byte[]) of(loaded, "a", WORDS).get().get(1)).containsExactly(1);
        assertThat(of(loaded, "a", BYTES).get()).containsExactly(1);
        assertThat(of("a", BOX).get()).isEqualTo(new Box(11));
        assertThat(of("a", BOXES).get("x")).isEqualTo(new Box(111));
        assertThat(of("a", BOX_LIST)).containsExactly(new Box(11));
        assertThat((List<?>) of("a", WORDS).get()).hasSize(1);
        // The object was changed without a call of set
        assertThat(of(loaded(states.capture()), "a", BOX).get()).isEqualTo(new Box(11));
    }

    @Test
    @SuppressWarnings("unchecked")
    void listsThatComeBackCanBeChanged() {
        of("a", WORDS).set(List.of("x", List.of(Map.of("k", List.of()))));

        HeapStates loaded = loaded(states.capture());

        List<Object> words = of(loaded, "a", WORDS).get();
        words.add("y");
        ((Map<String, List<Object>>) ((List<?>) words.get(1)).get(0)).get("k").add(1);
        of(loaded, "a", WORDS).set(words);
        assertThat(of(loaded(loaded.capture()), "a", WORDS).get())
                .isEqualTo(List.of("x", List.of(Map.of("k", List.of(1))), "y"));
    }

    @Test
    void blocksThatHaveNotChangedSinceTheCommittedCaptureAreTheSame() {
        of("a", COUNT).set(1L);
        of("b", COUNT).set(1L);
        of("a", TASK).set(1L);
        StateCapture first = states.capture();
        Written all = Written.of(first);
        assertThat(all.blocks).hasSize(3);
        assertThat(all.same).isEmpty();

        // No capture was committed, so all blocks are written again
        assertThat(Written.of(states.capture()).blocks).hasSize(3);
        states.committed(first);
        Written none = Written.of(states.capture());
        assertThat(none.blocks).isEmpty();
        assertThat(none.same).isEqualTo(all.blocks.keySet());

        of("a", COUNT).set(2L);
        StateCapture aborted = states.capture();
        aborted.release();
        Written changed = Written.of(states.capture());
        assertThat(changed.blocks).hasSize(1);
        assertThat(of(loaded(changed), "a", COUNT).get()).isEqualTo(2);
        assertThat(changed.same).hasSize(2).contains(StateCapture.TASK);
        of("a", TASK).set(2L);
        assertThat(Written.of(states.capture()).blocks).hasSize(2).containsKey(StateCapture.TASK);
    }

    @Test
    void whatChangesAfterACaptureIsNotCommittedWithIt() {
        of("a", COUNT).set(1L);
        StateCapture first = states.capture();
        of("a", COUNT).set(2L);
        StateCapture second = states.capture();
        Written.of(first);
        states.committed(first);

        // The second capture was made before the commit of the first, so it does not build on it
        assertThat(Written.of(second).blocks).hasSize(1);
        assertThat(Written.of(states.capture()).blocks).hasSize(1);
        states.committed(second);
        states.committed(first);
        assertThat(Written.of(states.capture()).same).hasSize(1);
    }

    @Test
    void readingChangesNothing() {
        of("a", COUNT).set(1L);
        of("a", MAP).put("x", 1L);
        of("a", LIST).add("x");
        of("a", BOX).set(new Box(1));
        StateCapture first = states.capture();
        Written.of(first);
        states.committed(first);
        of("a", COUNT).get();
        of("b", COUNT).clear();
        of("b", MAP).clear();
        of("b", MAP).remove("x");
        of("b", LIST).clear();
        of("b", LIST).set(List.of());
        of("b", COUNT).set(null);
        of("a", MAP).get("x");
        of("a", MAP).remove("y");
        of("a", MAP).forEach((key, value) -> {});
        of("a", LIST).forEach(element -> {});
        of("a", BOX).get();
        states.timers().removeTime(5);

        assertThat(Written.of(states.capture()).blocks).isEmpty();
    }

    @Test
    void aBlockThatBecomesEmptyIsNotWritten() {
        of("a", COUNT).set(1L);
        StateCapture first = states.capture();
        Written.of(first);
        states.committed(first);
        of("a", COUNT).clear();

        Written second = Written.of(states.capture());

        assertThat(second.blocks).isEmpty();
        assertThat(second.same).isEmpty();
    }

    @Test
    void aCaptureIsWrittenOnceAndNotAfterItsRelease() {
        StateCapture written = states.capture();
        Written.of(written);
        written.release();
        StateCapture released = states.capture();
        released.release();
        released.release();

        assertThatThrownBy(() -> Written.of(written)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Written.of(released))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a capture of component 'words' is written twice");
    }

    @Test
    void aReleaseWhileItIsWrittenDoesNotTearIt() {
        for (long i = 0; i < 1000; i++) {
            of(i, COUNT).set(0L);
        }
        StateCapture capture = states.capture();
        Map<Integer, byte[]> blocks = new TreeMap<>();
        try {
            capture.write(new ValuesCodec(List.of()), new StateCapture.Blocks() {
                @Override
                public void put(int partition, ByteBuffer block) {
                    capture.release();
                    for (long i = 0; i < 1000; i++) {
                        of(i, COUNT).set(1L);
                    }
                    byte[] bytes = new byte[block.remaining()];
                    block.get(bytes);
                    blocks.put(partition, bytes);
                }

                @Override
                public void same(int partition) {}
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        HeapStates loaded = HeapStatesTest.states(SPECS);
        blocks.forEach((partition, block) -> loaded.load(partition, ByteBuffer.wrap(block)));
        for (long i = 0; i < 1000; i++) {
            assertThat(of(loaded, i, COUNT).get()).isZero();
        }
    }

    @Test
    void aWriteThatFailsNamesTheStateAndReleases() {
        List<Object> words = new ArrayList<>();
        of("a", WORDS).set(words);
        words.add(new StringBuilder());
        StateCapture capture = states.capture();

        assertThatThrownBy(() -> Written.of(capture))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith(
                        "component 'words': state 'words' cannot be written: java.lang.StringBuilder is not");
        assertThat(((HeapCapture) capture).isReleased()).isTrue();
    }

    @Test
    void statesOfSeveralTasksAreMerged() {
        HeapStates other = HeapStatesTest.states(SPECS);
        states.handle(TASK).set(1L);
        states.handle(TASK_LIST).add("a");
        states.handle(TASK_MAP).put("x", 1L);
        other.handle(TASK).set(2L);
        other.handle(TASK_LIST).add("b");
        other.handle(TASK_MAP).put("x", 2L);
        other.handle(TASK_MAP).put("y", 2L);

        HeapStates merged = loaded(states.capture());
        Written.of(other.capture()).loadInto(merged);

        assertThat(merged.handle(TASK).get()).isEqualTo(1);
        assertThat(merged.handle(TASK_LIST)).containsExactly("a", "b");
        assertThat(merged.handle(TASK_MAP).get("x")).isEqualTo(1);
        assertThat(merged.handle(TASK_MAP).get("y")).isEqualTo(2);
    }
}
