// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RegisteredObjectsTest {

    private static final List<Class<?>> CLASSES =
            List.of(Samples.Order.class, Samples.Side.class, Samples.Node.class, Samples.Bag.class, long[].class);

    private final ValuesCodec codec = new ValuesCodec(CLASSES);
    private final ValuesCodec receiver = new ValuesCodec(CLASSES);

    @Test
    void objectsOfRegisteredClassesSurviveBesideAndInsideOfBuiltInValues() {
        Samples.Node chain = new Samples.Node(1, new Samples.Node(2, null));
        Samples.Bag bag = new Samples.Bag(
                new long[] {1, Long.MAX_VALUE},
                List.of(1, "two", List.of(3.0)),
                new String[] {"x", null},
                new TreeMap<>(Map.of("k", new ArrayList<>(List.of(chain)))));
        Object[] values = {
            1, Samples.order(7), List.of(chain, "text", Map.of("side", Samples.Side.SELL)), Samples.Side.BUY, bag, null
        };

        assertThat(roundTrip(values)).isEqualTo(values);
    }

    @Test
    void valuesOfTheNextTupleStartAfresh() {
        for (int i = 0; i < 50; i++) {
            Object[] values = {Samples.order(i), Samples.order(i + 1)};
            assertThat(roundTrip(values)).isEqualTo(values);
        }
    }

    @Test
    void objectsLargerThanTheScratchBufferSurvive() {
        Object[] large = {new long[1 << 18], new long[] {1}};
        assertThat(roundTrip(large)).isEqualTo(large);
        Object[] small = {new long[] {2}};
        assertThat(roundTrip(small)).isEqualTo(small);
    }

    @Test
    void aClassInsideOfARegisteredOneIsNamedToo() {
        Samples.Bag bag = new Samples.Bag(new long[0], List.of(new Samples.Stranger()), new String[0], null);

        assertThatThrownBy(() -> codec.sizeOf(new Object[] {bag}))
                .isInstanceOfSatisfying(
                        UnregisteredClassException.class,
                        e -> assertThat(e.className()).isEqualTo(Samples.Stranger.class.getName()));
        assertThat(roundTrip(new Object[] {Samples.order(1)})).containsExactly(Samples.order(1));
    }

    @Test
    void anObjectThatReachesItselfIsAnErrorOfOneLine() {
        Samples.Node loop = new Samples.Node(1, null);
        loop.next(loop);

        assertThatThrownBy(() -> codec.sizeOf(new Object[] {loop}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Samples.Node.class.getTypeName())
                .hasMessageContaining("must not reach itself")
                .hasMessageNotContaining("\n");
        assertThat(roundTrip(new Object[] {1, Samples.order(1)})).containsExactly(1, Samples.order(1));
    }

    @Test
    void anObjectAddedAfterMeasuringIsRefused() {
        List<Object> list = new ArrayList<>(List.of(Samples.order(1)));
        Object[] values = {list, "padding so that there is room for the list"};
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        list.add(Samples.Side.BUY);

        assertThatThrownBy(() -> codec.write(buffer, 0, values)).isInstanceOf(CodecException.class);
    }

    private Object[] roundTrip(Object[] values) {
        int size = codec.sizeOf(values);
        ByteBuffer buffer = ByteBuffer.allocateDirect(size + 3);
        assertThat(codec.write(buffer, 3, values)).isEqualTo(3 + size);
        return receiver.read(buffer, 3, 3 + size);
    }
}
