package io.millrace.runtime.tuple;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * Estimates how much memory the values of a tuple take, for bounds in bytes. It counts the lengths of strings, arrays,
 * buffers, lists and maps, and what is directly in a list. All else counts as a small object. Stateless; allocates nothing.
 */
final class ValueSizes {

    /** A tuple without values. */
    private static final int TUPLE_BYTES = 96;

    /** A small object and the reference to it. */
    private static final int SMALL_BYTES = 24;

    private static final int ENTRY_BYTES = 64;

    private ValueSizes() {}

    static int of(Object[] values) {
        long bytes = TUPLE_BYTES;
        for (Object value : values) {
            bytes += SMALL_BYTES + contents(value);
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    private static long contents(Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return 0;
        }
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof byte[] array) {
            return array.length;
        }
        return value instanceof List<?> list && list instanceof RandomAccess ? elements(list) : other(value);
    }

    private static long elements(List<?> list) {
        long bytes = 0;
        for (int i = 0, size = list.size(); i < size; i++) {
            Object element = list.get(i);
            bytes += SMALL_BYTES;
            if (element instanceof String text) {
                bytes += text.length();
            } else if (element != null) {
                bytes += other(element);
            }
        }
        return bytes;
    }

    private static long other(Object value) {
        if (value.getClass().isArray()) {
            return (long) Array.getLength(value) * elementBytes(value.getClass().getComponentType());
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.capacity();
        }
        if (value instanceof Collection<?> many) {
            return (long) many.size() * SMALL_BYTES;
        }
        return value instanceof Map<?, ?> map ? (long) map.size() * ENTRY_BYTES : 0;
    }

    private static int elementBytes(Class<?> type) {
        if (type == byte.class || type == boolean.class) {
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
