// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.esotericsoftware.kryo.util.Util;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostileBytesTest {

    private static final int CASES = Boolean.getBoolean("millrace.long") ? 50_000 : 10_000;

    private static final List<Class<?>> CLASSES = List.of(
            Samples.Order.class,
            Samples.Side.class,
            Samples.Node.class,
            Samples.Bag.class,
            long[].class,
            Samples.Holder.class);

    private final ValuesCodec codec = new ValuesCodec(CLASSES);

    @Test
    void everyPrefixIsRefused() {
        for (long seed = 0; seed < CASES / 250; seed++) {
            Object[] values = tuple(seed);
            int size = codec.sizeOf(values);
            ByteBuffer buffer = ByteBuffer.allocate(size);
            codec.write(buffer, 0, values);
            int step = Math.max(1, size / 300);
            for (int end = 0; end < size; end += step) {
                int cut = end;
                assertThatThrownBy(() -> codec.read(buffer, 0, cut))
                        .as("seed %d cut at %d of %d", seed, cut, size)
                        .isInstanceOf(CodecException.class);
            }
        }
    }

    @Test
    void flippedBytesGiveValuesOrACodecException() {
        for (long seed = 0; seed < CASES / 4; seed++) {
            Random random = new Random(seed);
            Object[] values = tuple(seed % 200);
            ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
            int end = codec.write(buffer, 0, values);
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                buffer.put(random.nextInt(Math.min(end, 400)), (byte) random.nextInt());
            }
            try {
                codec.read(buffer, 0, end);
            } catch (CodecException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).doesNotContain("\n");
            } catch (Throwable e) {
                fail("seed " + seed, e);
            }
        }
    }

    @Test
    void randomBytesGiveValuesOrACodecException() {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[1 + random.nextInt(60)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextBoolean() ? (byte) (bytes[i] % 24) : bytes[i];
            }
            try {
                codec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
            } catch (CodecException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            } catch (Throwable e) {
                fail("seed " + seed, e);
            }
        }
    }

    @Test
    void aLengthIsNotBelievedBeforeItIsChecked() {
        int[] tags = {
            ValueFormat.BYTES,
            ValueFormat.LATIN_1,
            ValueFormat.UTF_8,
            ValueFormat.LIST,
            ValueFormat.MAP,
            ValueFormat.OBJECT
        };
        for (int tag : tags) {
            refused("where only 2 bytes remain", 1, tag, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0);
            refused("where only 1 bytes remain", 1, tag, 2, 0);
            refused("more than 5 bytes", 1, tag, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0);
            refused("remain", 1, tag, 0x80, 0x80, 0x80, 0x80, 0x08, 0);
        }
        refused("where only 0 bytes remain", 0xFF, 0xFF, 0xFF, 0xFF, 0x0F);
    }

    @Test
    void endlessNestingIsRefusedWithoutAStackOverflow() {
        byte[] lists = new byte[1 << 20];
        for (int i = 1; i < lists.length - 1; i += 2) {
            lists[i] = ValueFormat.LIST;
            lists[i + 1] = 1;
        }
        lists[0] = 1;
        assertThatThrownBy(() -> codec.read(ByteBuffer.wrap(lists), 0, lists.length))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("nested deeper than 64");
    }

    @Test
    void nestedListsDoNotPromiseTheSameBytesTwice() {
        int length = 1 << 20;
        ByteBuffer buffer = ByteBuffer.allocate(length);
        buffer.put((byte) 1);
        for (int depth = 0; depth < 60; depth++) {
            buffer.put((byte) ValueFormat.LIST);
            int rest = length - buffer.position() - 4;
            buffer.put((byte) (rest | 0x80)).put((byte) (rest >> 7 | 0x80)).put((byte) (rest >> 14));
        }
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();

        assertThatThrownBy(() -> codec.read(buffer, 0, length))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("bytes remain");

        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(16L * length);
    }

    @Test
    void otherContradictionsAreRefused() {
        refused("ends where 4 more bytes", 1, ValueFormat.INT_4, 0, 0, 0);
        refused("ends where 100 more bytes", 1, ValueFormat.SHORT_STRING | 100);
        refused("behind its last value", 1, 0, 0);
        refused("unknown tag 22", 1, 0x16);
        refused("a key twice", 1, ValueFormat.MAP, 2, 1, 0, 1, 0);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 1, 0x80);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 2, 0xC0, 0x80);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 2, 0xC3, 0x41);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 1, 0xE4);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 3, 0xE0, 0x80, 0x80);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 4, 0xF4, 0x90, 0x80, 0x80);
        refused("not UTF-8", 1, ValueFormat.UTF_8, 1, 0xFF);
    }

    @Test
    void lengthsInsideOfObjectsAreNotBelievedEither() {
        Object[] values = {new Samples.Bag(new long[] {1, 2}, List.of("a", "b"), new String[] {"c"}, "text")};
        ByteBuffer good = ByteBuffer.allocate(codec.sizeOf(values));
        int end = codec.write(good, 0, values);
        int refusals = 0;
        for (int at = 3; at < end; at++) {
            // The length is replaced by 0x7FFFFFFF
            ByteBuffer bad = ByteBuffer.allocate(end + 4);
            bad.put(0, good.array(), 0, at);
            bad.put(at, new byte[] {-1, -1, -1, -1, 0x07});
            bad.put(at + 5, good.array(), at + 1, end - at - 1);
            bad.put(2, (byte) (good.get(2) + 4));
            try {
                codec.read(bad, 0, end + 4);
            } catch (CodecException e) {
                // Kryo wraps errors too, so an attempt to allocate 2^31 elements would be among the causes
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    assertThat(cause).as("byte %d", at).isNotInstanceOf(OutOfMemoryError.class);
                }
                refusals++;
            }
        }
        assertThat(refusals).isGreaterThan(10);
    }

    @Test
    void noFieldGetsAnObjectOfAnotherType() throws IllegalAccessException {
        Object[] values = {new Samples.Holder()};
        ByteBuffer good = ByteBuffer.allocate(codec.sizeOf(values));
        int end = codec.write(good, 0, values);
        for (int at = 3; at < end; at++) {
            for (int replacement = 0; replacement < 256; replacement++) {
                ByteBuffer bad = ByteBuffer.wrap(good.array().clone());
                bad.put(at, (byte) replacement);
                Object read;
                try {
                    read = codec.read(bad, 0, end)[0];
                } catch (CodecException e) {
                    continue;
                }
                if (read instanceof Samples.Holder) {
                    for (Field field : Samples.Holder.class.getDeclaredFields()) {
                        Object value = field.get(read);
                        assertThat(value == null || field.getType().isInstance(value))
                                .as("byte %d is %d: %s", at, replacement, field)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void kryoIsLoadedWithoutUnsafeAndNoPropertyStays() {
        codec.sizeOf(new Object[] {Samples.Side.BUY});

        assertThat(Util.unsafe).isFalse();
        assertThat(System.getProperty("kryo.unsafe")).isNull();
    }

    private Object[] tuple(long seed) {
        Object[] values = new RandomValues(seed).tuple();
        Object[] more = Arrays.copyOf(values, values.length + 2);
        more[values.length] = Samples.order(seed);
        more[values.length + 1] = Collections.singletonList(
                new Samples.Bag(new long[] {seed}, List.of("a", seed), new String[] {"x", null}, "\u4E2D"));
        return more;
    }

    private void refused(String message, int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            buffer.put(i, (byte) bytes[i]);
        }
        assertThatThrownBy(() -> codec.read(buffer, 0, bytes.length))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(message);
    }
}
