package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.EncodedSizes;
import io.millrace.runtime.codec.UnwrittenBytes;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * Says how many bytes the message of a tuple would take, for bounds in bytes: exactly for arrays of bytes, buffers and long strings, also directly in a list; short strings count
 * one byte for each char, numbers the most that one takes, and other objects an estimate. Stateless; allocates nothing.
 *
 * <p>It is called for each tuple that waits within its worker. So there are few branches for each value, and none that depends on the value of a number.
 */
final class ValueSizes {

    /** With the head of one tree and the count of its values. */
    private static final int TUPLE_BYTES = MessageDescriptor.TUPLE_HEAD + MessageDescriptor.ROOT_LENGTH + 1;

    /** The most that a number takes. */
    private static final int NUMBER_BYTES = 1 + Long.BYTES;

    /** An object, or a value in a collection that is not looked into. */
    private static final int SMALL_BYTES = 24;

    private static final int ENTRY_BYTES = 2 * SMALL_BYTES;

    private ValueSizes() {}

    static int of(Object[] values) {
        long bytes = TUPLE_BYTES;
        for (Object value : values) {
            bytes += of(value, true);
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** @param looksInto whether elements count by themselves if this is a list */
    private static long of(Object value, boolean looksInto) {
        if (value instanceof String text) {
            return EncodedSizes.ofString(text);
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return NUMBER_BYTES;
        }
        return value instanceof byte[] array ? EncodedSizes.ofBytes(array.length) : ofOther(value, looksInto);
    }

    private static long ofOther(Object value, boolean looksInto) {
        if (value instanceof ByteBuffer buffer) {
            return EncodedSizes.ofBytes(buffer.remaining());
        }
        if (value instanceof UnwrittenBytes unwritten) {
            return EncodedSizes.ofBytes(unwritten.length());
        }
        if (looksInto && value instanceof List<?> list && list instanceof RandomAccess) {
            return elements(list);
        }
        return estimate(value);
    }

    private static long elements(List<?> list) {
        int size = list.size();
        long bytes = EncodedSizes.ofListHead(size);
        for (int i = 0; i < size; i++) {
            bytes += of(list.get(i), false);
        }
        return bytes;
    }

    private static long estimate(Object value) {
        if (value.getClass().isArray()) {
            return (long) Array.getLength(value) * elementBytes(value.getClass().getComponentType());
        }
        if (value instanceof Collection<?> many) {
            return (long) many.size() * SMALL_BYTES;
        }
        return value instanceof Map<?, ?> map ? (long) map.size() * ENTRY_BYTES : SMALL_BYTES;
    }

    private static int elementBytes(Class<?> type) {
        if (type == boolean.class) {
            return Byte.BYTES;
        }
        if (type == short.class || type == char.class) {
            return Short.BYTES;
        }
        return type == long.class || type == double.class
                ? Long.BYTES
                : type.isPrimitive() ? Integer.BYTES : SMALL_BYTES;
    }
}
