// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.EncodedSizes;
import io.millrace.runtime.codec.UnwrittenBytes;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * Estimates how many bytes the message of a tuple would take, for bounds in bytes: exactly for arrays of bytes, buffers
 * and long strings, also directly in a list; short strings count one byte for each char, numbers the most that a number
 * takes, and other objects an estimate. The elements of collections and maps are examined to some depth, and count by
 * the first ones. Stateless; allocates only the iterators of collections and maps.
 *
 * <p>It is called for each tuple that waits within its worker. So there are few branches for each value, and none that
 * depends on the value of a number.
 */
final class ValueSizes {

    /** The bytes of a tuple with the head of one tree and the count of its values. */
    private static final int TUPLE_BYTES = MessageDescriptor.TUPLE_HEAD + MessageDescriptor.ROOT_LENGTH + 1;

    /** The most bytes of a number. */
    private static final int NUMBER_BYTES = 1 + Long.BYTES;

    /** The estimated bytes of an object, or of a value in a collection that is not examined. */
    private static final int SMALL_BYTES = 24;

    /** The depth to which collections in collections are examined. */
    private static final int DEPTH = 4;

    /**
     * The number of elements of a collection that are examined, unless it is a list at the top: the others count as
     * much as these on average.
     */
    private static final int SAMPLE = 16;

    private ValueSizes() {}

    static int of(Object[] values) {
        long bytes = TUPLE_BYTES;
        for (Object value : values) {
            bytes += of(value, DEPTH);
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** @param depth depth to which a collection is examined */
    private static long of(Object value, int depth) {
        if (value instanceof String text) {
            return EncodedSizes.ofString(text);
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return NUMBER_BYTES;
        }
        return value instanceof byte[] array ? EncodedSizes.ofBytes(array.length) : ofOther(value, depth);
    }

    private static long ofOther(Object value, int depth) {
        if (value instanceof ByteBuffer buffer) {
            return EncodedSizes.ofBytes(buffer.remaining());
        }
        if (value instanceof UnwrittenBytes unwritten) {
            return EncodedSizes.ofBytes(unwritten.length());
        }
        if (depth == DEPTH && value instanceof List<?> list && list instanceof RandomAccess) {
            return elements(list, depth - 1);
        }
        return estimate(value, depth);
    }

    private static long elements(List<?> list, int depth) {
        int size = list.size();
        long bytes = EncodedSizes.ofListHead(size);
        for (int i = 0; i < size; i++) {
            bytes += of(list.get(i), depth);
        }
        return bytes;
    }

    private static long estimate(Object value, int depth) {
        if (value.getClass().isArray()) {
            return (long) Array.getLength(value) * elementBytes(value.getClass().getComponentType());
        }
        if (value instanceof Collection<?> many) {
            return ofMany(many, many.size(), depth);
        }
        if (value instanceof Map<?, ?> map) {
            return ofMany(map.keySet(), map.size(), depth) + ofMany(map.values(), map.size(), depth);
        }
        return SMALL_BYTES;
    }

    private static long ofMany(Collection<?> many, int size, int depth) {
        if (depth == 0) {
            return (long) size * SMALL_BYTES;
        }
        int looked = 0;
        long bytes = 0;
        try {
            for (Object element : many) {
                if (looked == SAMPLE) {
                    break;
                }
                bytes += Math.max(SMALL_BYTES, of(element, depth - 1));
                looked++;
            }
        } catch (ConcurrentModificationException e) {
            // The collection is changed after its emission. The code that must read it reports that; here it is a bound
            // only
            return bytes + (long) size * SMALL_BYTES;
        }
        return looked < size && looked > 0 ? bytes * size / looked : bytes;
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
