// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.Fields;
import io.millrace.api.PayloadView;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The values of a tuple by their fields and types. Each error names the field, the stream and the value there. */
abstract class TypedTuple implements Tuple {

    final StreamRef stream;
    final Object[] values;

    TypedTuple(StreamRef stream, Object[] values) {
        this.stream = stream;
        this.values = values;
    }

    @Override
    public Object get(String field) {
        return get(position(field));
    }

    @Override
    public String getString(int index) {
        return get(index) instanceof String text ? text : nullOr(index, String.class);
    }

    @Override
    public String getString(String field) {
        return getString(position(field));
    }

    @Override
    public int getInt(int index) {
        Object value = get(index);
        if (value instanceof Integer number) {
            return number;
        }
        if (isWhole(value) && ((Number) value).longValue() == ((Number) value).intValue()) {
            return ((Number) value).intValue();
        }
        throw wrongType(index, "an int");
    }

    @Override
    public int getInt(String field) {
        return getInt(position(field));
    }

    @Override
    public long getLong(int index) {
        Object value = get(index);
        if (value instanceof Long number) {
            return number;
        }
        if (isWhole(value)) {
            return ((Number) value).longValue();
        }
        throw wrongType(index, "a long");
    }

    @Override
    public long getLong(String field) {
        return getLong(position(field));
    }

    @Override
    public double getDouble(int index) {
        if (get(index) instanceof Number number) {
            return number.doubleValue();
        }
        throw wrongType(index, "a double");
    }

    @Override
    public double getDouble(String field) {
        return getDouble(position(field));
    }

    @Override
    public boolean getBoolean(int index) {
        if (get(index) instanceof Boolean truth) {
            return truth;
        }
        throw wrongType(index, "a boolean");
    }

    @Override
    public boolean getBoolean(String field) {
        return getBoolean(position(field));
    }

    @Override
    public byte[] getBytes(int index) {
        Object value = get(index);
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            return bytes;
        }
        return nullOr(index, byte[].class);
    }

    @Override
    public byte[] getBytes(String field) {
        return getBytes(position(field));
    }

    @Override
    public PayloadView getView(String field) {
        return getView(position(field));
    }

    @Override
    public ByteBuffer getBuffer(String field) {
        return getBuffer(position(field));
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<Object> getList(int index) {
        return get(index) instanceof List<?> list ? (List<Object>) list : nullOr(index, List.class);
    }

    @Override
    public List<Object> getList(String field) {
        return getList(position(field));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<Object, Object> getMap(int index) {
        return get(index) instanceof Map<?, ?> map ? (Map<Object, Object>) map : nullOr(index, Map.class);
    }

    @Override
    public Map<Object, Object> getMap(String field) {
        return getMap(position(field));
    }

    @Override
    public boolean contains(String field) {
        return stream.fields().indexOf(field) >= 0;
    }

    @Override
    public Fields fields() {
        return stream.fields();
    }

    @Override
    public String sourceComponent() {
        return stream.component();
    }

    @Override
    public String sourceStream() {
        return stream.name();
    }

    @Override
    public String toString() {
        return stream.component() + "/" + stream.name()
                + Arrays.stream(values).map(Foreign::text).toList();
    }

    private int position(String field) {
        int index = stream.fields().indexOf(field);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "field '" + field + "' does not exist in " + stream + ": it has " + known());
        }
        return index;
    }

    final String known() {
        return stream.fields().size() == 0 ? "no fields" : "the fields " + stream.fields();
    }

    private static boolean isWhole(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    final <T> T nullOr(int index, Class<T> wanted) {
        if (values[index] == null) {
            return null;
        }
        throw wrongType(index, wanted.getSimpleName());
    }

    private ClassCastException wrongType(int index, String wanted) {
        Object value = values[index];
        Class<?> type = value == null ? null : value instanceof RetainedBytes ? byte[].class : value.getClass();
        String found = type == null ? "null" : type.getName() + (value instanceof Number ? " " + value : "");
        return new ClassCastException(
                "field '" + stream.fields().names().get(index) + "' of " + stream + " is " + found + ", not " + wanted);
    }
}
