// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Blocks that are damaged, or do not fit the declared states. */
class BlockReaderTest {

    private static final int CHANGED = Boolean.getBoolean("millrace.long") ? 30_000 : 8_000;

    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
    private static final StateSpec<MapState<String, Box>> BOXES = StateSpec.map("boxes", String.class, Box.class);

    @SuppressWarnings("rawtypes")
    private static final StateSpec<ListState<List>> LISTS = StateSpec.list("lists", List.class);

    private static final StateSpec<ValueState<Long>> TASK =
            StateSpec.value("task", Long.class).perTask();
    private static final List<StateSpec<?>> SPECS = List.of(COUNT, BOXES, LISTS, TASK);

    /** The partition of the key "a". */
    private static final int PARTITION = 138;

    private static HeapStates filled(Object... key) {
        HeapStates states = HeapStatesTest.states(SPECS);
        int[] positions = new int[key.length];
        Arrays.setAll(positions, i -> i);
        states.key(key, positions);
        states.handle(COUNT).set(1L);
        states.handle(BOXES).put("x", new Box(1));
        states.handle(BOXES).put("y", new Box(300));
        states.handle(LISTS).add(List.of("x", 1));
        states.timers().atTime(5);
        states.timers().atEventTime(1L << 40);
        states.handle(TASK).set(2L);
        return states;
    }

    private static void load(List<StateSpec<?>> specs, int partition, byte[] block) {
        HeapStatesTest.states(specs).load(partition, ByteBuffer.wrap(block));
    }

    private static byte[] block(HeapStates states, int partition) {
        return Written.of(states.capture()).blocks.get(partition);
    }

    /** The test keeps the bytes of version 1: later versions must read the states of users. */
    @Test
    void theFormatIsThatOfTheFixture() {
        HeapStates states = HeapStatesTest.states(List.of(COUNT));
        states.key(new Object[] {"a"}, new int[] {0});
        states.handle(COUNT).set(7L);
        states.timers().atTime(5);

        byte[] block = block(states, PARTITION);

        assertThat(HexFormat.of().formatHex(block))
                .isEqualTo("4b01010116" + "0285636f756e748e6a6176612e6c616e672e4c6f6e67" + "01000000" + "05028161"
                        + "0907" + "040100" + "01000000" + "05028161" + "0905");
        load(List.of(COUNT), PARTITION, block);
    }

    @Test
    void everyTruncationIsRefused() {
        Written.of(filled("a").capture()).blocks.forEach((partition, block) -> {
            int loaded = 0;
            for (int length = 0; length < block.length; length++) {
                byte[] part = Arrays.copyOf(block, length);
                try {
                    load(SPECS, partition, part);
                    loaded++;
                } catch (CodecException e) {
                    assertThat(e.getMessage()).startsWith("component 'words', ").doesNotContain("\n");
                }
            }
            // A cut between two sections leaves a valid block
            assertThat(loaded).isEqualTo(partition == StateCapture.TASK ? 1 : 5);
        });
    }

    @Test
    void changedBytesAreRefusedOrReadButNeverFailOtherwise() {
        List<byte[]> blocks = new ArrayList<>();
        List<Integer> partitions = new ArrayList<>();
        for (Object[] key : new Object[][] {{"a"}, {1L, "b"}, {List.of(1, 2.0)}, {new Box(4)}}) {
            Written.of(filled(key).capture()).blocks.forEach((partition, block) -> {
                partitions.add(partition);
                blocks.add(block);
            });
        }
        SplittableRandom random = new SplittableRandom(1);
        int refused = 0;
        for (int i = 0; i < CHANGED; i++) {
            int which = random.nextInt(blocks.size());
            byte[] block = blocks.get(which).clone();
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                block[random.nextInt(block.length)] = (byte) random.nextInt(256);
            }
            try {
                load(SPECS, partitions.get(which), block);
            } catch (CodecException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
                refused++;
            } catch (RuntimeException | Error e) {
                fail(HexFormat.of().formatHex(block), e);
            }
        }
        assertThat(refused).isBetween(CHANGED / 2, CHANGED - 1);
    }

    @Test
    void aBlockOfAnotherPartitionIsRefused() {
        byte[] block = block(filled("a"), PARTITION);

        assertThatThrownBy(() -> load(SPECS, 3, block))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith(
                        "component 'words', partition 3: its states are malformed: it has a key of partition" + " 138");
        assertThatThrownBy(() -> load(SPECS, StateCapture.TASK, block))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith(
                        "component 'words', states of a task: its states are malformed: its key has 1 fields");
        assertThatThrownBy(() -> load(SPECS, 256, block)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBlockThatIsLoadedTwiceIsRefused() {
        byte[] block = block(filled("a"), PARTITION);
        HeapStates states = HeapStatesTest.states(SPECS);
        states.load(PARTITION, ByteBuffer.wrap(block));

        assertThatThrownBy(() -> states.load(PARTITION, ByteBuffer.wrap(block)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("it has a key twice");
    }

    @Test
    void anotherVersionIsRefusedWithTheRemedy() {
        byte[] block = block(filled("a"), PARTITION);
        block[BlockDescriptor.VERSION_OFFSET] = 2;

        assertThatThrownBy(() -> load(SPECS, PARTITION, block))
                .isInstanceOf(CodecException.class)
                .hasMessage(
                        "component 'words', partition 138: its states have the format 2, and this version reads 1: use the"
                                + " version of Millrace that wrote them");
    }

    @Test
    void aStateThatIsDeclaredNoMoreIsRefused() {
        byte[] block = block(filled("a"), PARTITION);

        assertThatThrownBy(() -> load(List.of(COUNT, LISTS), PARTITION, block))
                .isInstanceOf(CodecException.class)
                .hasMessage(
                        "component 'words', partition 138: the snapshot has state 'boxes', which the component does not"
                                + " declare: declare it, or give the component another id to start it without what it had");
    }

    @Test
    void aStateThatIsDeclaredOtherwiseIsRefused() {
        assertRefused(
                StateSpec.value("count", String.class),
                "is of java.lang.Long in the snapshot, and declared as of"
                        + " java.lang.String: declare it as it was, or give the new one another name");
        assertRefused(StateSpec.list("count", Long.class), "is a value in the snapshot, and declared as a list: ");
        assertRefused(COUNT.perTask(), "is by key in the snapshot, and declared as of a task: ");
        assertThatThrownBy(() -> load(
                        List.of(StateSpec.map("boxes", Long.class, Box.class), COUNT, LISTS),
                        PARTITION,
                        block(filled("a"), PARTITION)))
                .hasMessageContaining("state 'boxes' is of java.lang.String in the snapshot");
        assertThatThrownBy(() -> load(
                        List.of(StateSpec.value("task", Long.class)),
                        StateCapture.TASK,
                        block(filled("a"), StateCapture.TASK)))
                .hasMessageContaining("state 'task' is of a task in the snapshot, and declared as by key: ");
    }

    private static void assertRefused(StateSpec<?> changed, String why) {
        assertThatThrownBy(() -> load(List.of(changed, BOXES, LISTS), PARTITION, block(filled("a"), PARTITION)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("component 'words', partition 138: state 'count' " + why);
    }

    @Test
    void blocksWithOtherNumbersOfKeyFieldsAreRefused() {
        HeapStates states = HeapStatesTest.states(SPECS);
        states.load(PARTITION, ByteBuffer.wrap(block(filled("a"), PARTITION)));
        Written two = Written.of(filled("a", "b").capture());
        two.blocks.remove(StateCapture.TASK);

        assertThatThrownBy(() -> two.loadInto(states))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("its key has 2 fields, and that of others 1");
    }

    @Test
    void aBlockIsReadFromItsPositionInAnyOrderOfBytes() {
        byte[] block = block(filled("a"), PARTITION);
        ByteBuffer buffer = ByteBuffer.allocateDirect(block.length + 20).position(7);
        buffer.put(block).limit(7 + block.length).position(7);
        HeapStates states = HeapStatesTest.states(SPECS);

        states.load(PARTITION, buffer);

        states.key(new Object[] {"a"}, new int[] {0});
        assertThat(states.handle(BOXES).get("y")).isEqualTo(new Box(300));
        assertThat(buffer.position()).isEqualTo(7);
    }

    @Test
    void objectsThatNobodyRegistersAreRefused() {
        byte[] block = block(filled("a"), PARTITION);

        assertThatThrownBy(() -> new HeapStates("words", SPECS, new ValuesCodec(List.of()), () -> 0)
                        .load(PARTITION, ByteBuffer.wrap(block)))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith("component 'words', partition 138: its states cannot be read: ");
    }
}
