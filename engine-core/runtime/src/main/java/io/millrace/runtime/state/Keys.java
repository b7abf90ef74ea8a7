// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of keys in tables: two keys are equal if {@link io.millrace.runtime.codec.StableHash} takes them as the
 * same. Whole numbers are a Long, others a Double of which -0.0 is 0.0; byte[], the remaining bytes of a ByteBuffer,
 * and objects of registered classes are compared by content. A key of one field is its value, a key of several fields
 * is a list. Confined to the thread of its codec.
 */
final class Keys {

    private ValuesCodec codec;
    private final Values values;
    private final String where;

    /** @param where beginning of messages */
    Keys(String where, ValuesCodec codec, Values values) {
        this.where = where;
        this.codec = codec;
        this.values = values;
    }

    /** Sets the codec of another thread, which goes on with the keys. */
    void codec(ValuesCodec other) {
        codec = other;
    }

    /** A value that is equal by its bytes. */
    private record ByContent(Object value, byte[] content) {

        @Override
        public boolean equals(Object other) {
            return other instanceof ByContent that
                    && value.getClass() == that.value.getClass()
                    && Arrays.equals(content, that.content);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(content);
        }
    }

    /** Returns the key of some of a tuple's values, by position. */
    Object of(Object[] tuple, int[] positions) {
        if (positions.length == 1) {
            return of(tuple[positions[0]]);
        }
        Object[] fields = new Object[positions.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = of(tuple[positions[i]]);
        }
        return Arrays.asList(fields);
    }

    private Object of(Object value) {
        if (value instanceof String || value instanceof Long || value == null) {
            return value;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double || value instanceof Float) {
            // Adding 0.0 turns -0.0 into 0.0
            return ((Number) value).doubleValue() + 0.0;
        }
        if (value instanceof Boolean || value instanceof Character) {
            return value;
        }
        if (value instanceof Enum<?>) {
            // The value has a stable hash by its name, which does not mean that it can be written
            values.check(where, value);
            return value;
        }
        if (value instanceof byte[] bytes) {
            return new ByContent(bytes, bytes);
        }
        if (codec.isRegistered(value)) {
            return new ByContent(value, values.encoded(value));
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            return new ByContent(bytes, bytes);
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(of(element)));
            return elements;
        }
        Map<Object, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, element) -> entries.put(of(key), of(element)));
        return entries;
    }

    /** Returns the value of a key, as a codec writes it. Any thread may call it. */
    static Object plain(Object key) {
        if (key instanceof Long || key instanceof String) {
            // Most keys are one of these, and the interfaces below take longer to check
            return key;
        }
        if (key instanceof ByContent content) {
            return content.value();
        }
        if (key instanceof List<?> list) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(plain(element)));
            return Collections.unmodifiableList(elements);
        }
        if (key instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((each, element) -> entries.put(plain(each), plain(element)));
            return Collections.unmodifiableMap(entries);
        }
        return key;
    }

    /** Returns the values of a key's fields. */
    @SuppressWarnings("unchecked")
    static List<Object> fields(Object key, int fields) {
        Object plain = plain(key);
        return fields == 1 ? Collections.singletonList(plain) : (List<Object>) plain;
    }
}
