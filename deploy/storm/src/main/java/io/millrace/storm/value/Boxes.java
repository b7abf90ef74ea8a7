// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes values for the engine of the values of Storm's tuples, and back. Stateless. */
public final class Boxes {

    private Boxes() {}

    /**
     * Returns the values as the engine takes them.
     *
     * @param fields the number of declared fields. Storm does not compare it with the number of values, so other
     *     numbers travel as one value
     */
    public static Object[] pack(List<Object> values, int fields) {
        Object[] packed = values.toArray();
        if (packed.length != fields && fields > 0) {
            Object[] one = new Object[fields];
            one[0] = new Box(new ArrayList<>(values), true);
            return one;
        }
        if (packed.getClass() != Object[].class) {
            packed = Arrays.copyOf(packed, packed.length, Object[].class);
        }
        for (int i = 0; i < packed.length; i++) {
            if (!isBuiltIn(packed[i])) {
                packed[i] = new Box(packed[i], false);
            }
        }
        return packed;
    }

    /** Returns the values as they were before {@link #pack}; the same list if none is in a box. */
    @SuppressWarnings("unchecked")
    public static List<Object> unpack(List<Object> packed) {
        int size = packed.size();
        for (int i = 0; i < size; i++) {
            if (packed.get(i) instanceof Box box) {
                return box.tuple() ? (List<Object>) box.value() : copy(packed, size);
            }
        }
        return packed;
    }

    private static List<Object> copy(List<Object> packed, int size) {
        List<Object> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Object value = packed.get(i);
            values.add(value instanceof Box box ? box.value() : value);
        }
        return values;
    }

    /** Whether the engine encodes the value, and gives back one of the same class. */
    private static boolean isBuiltIn(Object value) {
        if (value == null) {
            return true;
        }
        Class<?> type = value.getClass();
        return type == String.class
                || type == Integer.class
                || type == Long.class
                || type == Double.class
                || type == Boolean.class
                || type == byte[].class
                || type == Float.class
                || type == Short.class
                || type == Byte.class
                || type == Character.class;
    }
}
