// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.ChangingValue;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks and copies the values of states. Confined to the thread of its codec. */
final class Values {

    private static final int MAX_DEPTH = 64;

    private ValuesCodec codec;

    /** The classes of which an object was encoded. */
    private final Set<Class<?>> encodable = new HashSet<>();

    /** The one of these of which an object was checked last. */
    private Class<?> lastEncodable = String.class;

    private ByteBuffer scratch = ByteBuffer.allocate(256);

    Values(ValuesCodec codec) {
        this.codec = codec;
    }

    /** Sets the codec of another thread, which goes on with the values. */
    void codec(ValuesCodec other) {
        codec = other;
    }

    /** Returns whether a value can never change, so that it need not be copied. */
    static boolean isImmutable(Object value) {
        return value instanceof String
                || value instanceof Number && isNumber(value.getClass())
                || value instanceof Boolean
                || value instanceof Enum<?>
                || value instanceof Character
                || value == null;
    }

    private static boolean isNumber(Class<?> type) {
        return type == Long.class
                || type == Integer.class
                || type == Double.class
                || type == Float.class
                || type == Short.class
                || type == Byte.class;
    }

    /**
     * Checks that a value can be written, if it is the first one of its class.
     *
     * @param where beginning of the message
     * @throws CodecException if the value cannot be written, with the reason
     */
    void check(String where, Object value) {
        Class<?> type = value.getClass();
        if (type == lastEncodable || isImmutable(value) && !(value instanceof Enum<?>)) {
            return;
        }
        if (encodable.contains(type)) {
            lastEncodable = type;
            return;
        }
        try {
            codec.check(content(value));
        } catch (CodecException e) {
            throw new CodecException(where + ": " + e.getMessage(), e);
        }
        encodable.add(type);
    }

    /** Returns the content of a value, as a codec writes it. Any thread may call it. */
    static Object content(Object value) {
        return value instanceof ChangingValue changing ? changing.content() : value;
    }

    /** Returns a value of the same content that shares no mutable object with this one. */
    Object copy(Object value) {
        return copy(value, 0);
    }

    private Object copy(Object value, int depth) {
        if (isImmutable(value)) {
            return value;
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof ChangingValue changing) {
            return changing.copy();
        }
        if (codec.isRegistered(value)) {
            Object[] one = {value};
            int end = encode(one);
            return codec.read(scratch, 0, end)[0];
        }
        return modifiable(value, element -> copy(element, depth + 1), depth);
    }

    /** Returns a decoded value with mutable lists and maps, as those that an author has set are. */
    Object thaw(Object value) {
        return thaw(value, 0);
    }

    private Object thaw(Object value, int depth) {
        return isImmutable(value) || codec.isRegistered(value)
                ? value
                : modifiable(value, element -> thaw(element, depth + 1), depth);
    }

    private interface Step {

        Object apply(Object element);
    }

    private static Object modifiable(Object value, Step step, int depth) {
        if (depth > MAX_DEPTH) {
            throw new CodecException("lists and maps of a state are nested deeper than " + MAX_DEPTH
                    + " or contain themselves: flatten them");
        }
        if (value instanceof List<?> list) {
            List<Object> copies = new ArrayList<>(list.size());
            for (Object element : list) {
                copies.add(step.apply(element));
            }
            return copies;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copies = new LinkedHashMap<>();
            map.forEach((key, element) -> copies.put(step.apply(key), step.apply(element)));
            return copies;
        }
        return value;
    }

    /** Returns how many bytes a value takes when it is encoded. */
    int sizeOf(Object value) {
        return codec.sizeOf(new Object[] {content(value)});
    }

    /** Returns the bytes of a value. */
    byte[] encoded(Object value) {
        Object[] one = {value};
        byte[] bytes = new byte[encode(one)];
        scratch.get(0, bytes);
        return bytes;
    }

    private int encode(Object[] values) {
        int size = codec.sizeOf(values);
        if (scratch.capacity() < size) {
            scratch = ByteBuffer.allocate(Math.max(size, 2 * scratch.capacity()));
        }
        return codec.write(scratch, 0, values);
    }
}
