// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;

/** Converts the components of a record to the values of a tuple, and back. Any thread may use it. */
public final class RecordShape<R extends Record> {

    private static final ClassValue<RecordShape<?>> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape<?> computeValue(Class<?> type) {
            return new RecordShape<>(type.asSubclass(Record.class));
        }
    };

    private final Class<R> type;
    private final Fields fields;
    private final Class<?>[] types;
    private final MethodHandle[] accessors;
    private final MethodHandle constructor;

    private RecordShape(Class<R> type) {
        RecordComponent[] components = type.getRecordComponents();
        this.type = type;
        fields = Fields.of(Stream.of(components).map(RecordComponent::getName).toArray(String[]::new));
        types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            // Records of authors are often private classes within their topology
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            accessors = new MethodHandle[components.length];
            for (int i = 0; i < components.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                accessors[i] = lookup.unreflect(accessor).asType(MethodType.methodType(Object.class, Record.class));
            }
            Constructor<R> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = lookup.unreflectConstructor(canonical)
                    .asFixedArity()
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Record.class, Object[].class));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new TopologyException(
                    "the record " + type.getName() + " cannot be read: open its package to the engine ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    /**
     * Returns the shape of a record.
     *
     * @throws TopologyException if its module does not let the engine read it
     */
    public @SuppressWarnings("unchecked") static <R extends Record> RecordShape<R> of(Class<R> type) {
        if (type == null || !type.isRecord()) {
            throw new TopologyException(
                    (type == null ? "null" : type.getName()) + " is no record: name a record class");
        }
        return (RecordShape<R>) SHAPES.get(type);
    }

    public Fields fields() {
        return fields;
    }

    /** Returns the values of the components, in order. */
    public Object[] values(Record one) {
        if (one == null || one.getClass() != type) {
            throw new IllegalArgumentException("a tuple of " + type.getName() + " was made of "
                    + (one == null ? "null" : "a " + one.getClass().getName()) + ": all must be of one record class");
        }
        Object[] values = new Object[accessors.length];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = (Object) accessors[i].invokeExact(one);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read a " + type.getName(), e);
        }
        return values;
    }

    /** Makes a record of the fields of a tuple that have the names of its components. */
    public R of(Tuple tuple) {
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(tuple, fields.names().get(i), types[i]);
        }
        try {
            return type.cast((Record) constructor.invokeExact(values));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "cannot make a " + type.getName() + " of "
                            + Arrays.stream(values).map(Foreign::text).toList(),
                    e);
        }
    }

    /** Converts a value: numbers as the tuple's own methods do; other values stay as they are. */
    private static Object value(Tuple tuple, String field, Class<?> type) {
        Object value = tuple.get(field);
        if (value == null) {
            if (type.isPrimitive()) {
                throw new IllegalArgumentException(
                        "the field " + field + " is null, and the record's component is a " + type + ": it cannot be");
            }
            return null;
        }
        if (type == int.class || type == Integer.class) {
            return tuple.getInt(field);
        }
        if (type == long.class || type == Long.class) {
            return tuple.getLong(field);
        }
        if (type == double.class || type == Double.class) {
            return tuple.getDouble(field);
        }
        return value;
    }
}
