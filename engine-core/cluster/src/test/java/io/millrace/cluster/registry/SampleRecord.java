// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Makes records with a value in each component, always the same. */
final class SampleRecord {

    private SampleRecord() {}

    static Object of(Class<?> type) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Object[] values = Arrays.stream(components)
                    .map(component -> value(component.getName(), component.getGenericType()))
                    .toArray();
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make a " + type.getName(), e);
        }
    }

    private static Object value(String name, Type type) {
        if (type instanceof ParameterizedType of) {
            Type[] arguments = of.getActualTypeArguments();
            return of.getRawType() == List.class
                    ? List.of(value(name, arguments[0]))
                    : Map.of((String) value(name + "-key", arguments[0]), value(name, arguments[1]));
        }
        Class<?> plain = (Class<?>) type;
        int number = 1 + Math.floorMod(name.hashCode(), 1_000);
        if (plain == String.class) {
            return name + "-" + number;
        } else if (plain == int.class || plain == Integer.class) {
            return number;
        } else if (plain == long.class || plain == Long.class) {
            return (long) number;
        } else if (plain == boolean.class || plain == Boolean.class) {
            return true;
        } else if (plain == double.class || plain == Double.class) {
            return number / 8.0;
        } else if (plain.isEnum()) {
            return plain.getEnumConstants()[number % plain.getEnumConstants().length];
        } else if (plain.isRecord()) {
            return of(plain);
        }
        throw new IllegalArgumentException("no sample of " + type);
    }
}
