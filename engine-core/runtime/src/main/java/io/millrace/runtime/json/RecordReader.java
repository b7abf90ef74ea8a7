// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.Unit;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes records from the maps and lists of a {@link Json#tree}. {@code where} is the path to a value, for errors.
 *
 * @param strict whether missing values and unknown fields are refused
 */
record RecordReader(boolean strict) {

    Object read(Object tree, Type type, String where) {
        Class<?> wanted = (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
        if (tree == null) {
            return absent(wanted, where);
        }
        if (wanted == List.class) {
            return list(tree, argument(type, 0), where);
        }
        if (wanted == Map.class) {
            return map(tree, argument(type, 1), where);
        }
        if (wanted == Object.class) {
            return tree;
        }
        if (wanted == String.class) {
            return expect(tree, String.class, where);
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return expect(tree, Boolean.class, where);
        }
        if (wanted == long.class || wanted == Long.class) {
            return expect(tree, Long.class, where);
        }
        if (wanted == int.class || wanted == Integer.class) {
            long value = expect(tree, Long.class, where);
            if (value != (int) value) {
                throw new JsonException(where + " is " + value + ": it takes an int");
            }
            return (int) value;
        }
        if (wanted == double.class || wanted == Double.class) {
            return expect(tree, Number.class, where).doubleValue();
        }
        if (wanted == byte[].class) {
            return base64(expect(tree, String.class, where), where);
        }
        if (wanted.isEnum()) {
            return constant(expect(tree, String.class, where), wanted, where);
        }
        if (wanted.isSealed()) {
            return variant(expect(tree, Map.class, where), wanted, where);
        }
        if (wanted.isRecord()) {
            return record(expect(tree, Map.class, where), wanted, where);
        }
        throw new JsonException("no JSON for " + where + ", a " + wanted.getName());
    }

    List<Object> list(Object tree, Type element, String where) {
        List<Object> elements = new ArrayList<>();
        for (Object each : expect(tree, List.class, where)) {
            elements.add(read(each, element, where + "[" + elements.size() + "]"));
        }
        return Collections.unmodifiableList(elements);
    }

    private Map<String, Object> map(Object tree, Type value, String where) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) expect(tree, Map.class, where)).entrySet()) {
            String key = (String) entry.getKey();
            values.put(key, read(entry.getValue(), value, where + "." + key));
        }
        return Collections.unmodifiableMap(values);
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    private Object absent(Class<?> wanted, String where) {
        if (strict) {
            throw new JsonException(where + " is missing");
        }
        if (wanted.isPrimitive()) {
            return Array.get(Array.newInstance(wanted, 1), 0);
        }
        return wanted == List.class ? List.of() : wanted == Map.class ? Map.of() : null;
    }

    private static byte[] base64(String text, String where) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new JsonException(where + " is not base64", e);
        }
    }

    private static Object constant(String name, Class<?> type, String where) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new JsonException(
                where + " is '" + name + "': it takes one of " + Arrays.toString(type.getEnumConstants()));
    }

    /** Reads a record of a sealed interface, in an object under its simple name. */
    private Object variant(Map<?, ?> fields, Class<?> type, String where) {
        Set<String> names = new TreeSet<>();
        for (Class<?> variant : type.getPermittedSubclasses()) {
            String name = variant.getSimpleName();
            if (fields.size() == 1 && fields.containsKey(name)) {
                return read(fields.get(name), variant, where + "." + name);
            }
            names.add(name);
        }
        throw new JsonException(where + " has " + fields.keySet() + ": it takes one of " + names);
    }

    private Object record(Map<?, ?> fields, Class<?> type, String where) {
        Set<Object> unknown = new TreeSet<>(fields.keySet());
        Object made = record(fields, type, where, unknown);
        if (strict && !unknown.isEmpty()) {
            throw new JsonException(where + " has unknown fields " + unknown);
        }
        return made;
    }

    /** @param unknown names of fields, from which the fields of the record are removed */
    private Object record(Map<?, ?> fields, Class<?> type, String where, Set<Object> unknown) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            types[i] = components[i].getType();
            if (components[i].isAnnotationPresent(Inline.class)) {
                values[i] = record(fields, types[i], where, unknown);
            } else if (types[i] == Figures.class) {
                values[i] = figures(fields, argument(components[i].getGenericType(), 0), where);
                ((Figures<?>) values[i]).fields().forEach(unknown::remove);
            } else {
                values[i] = read(fields.get(name), components[i].getGenericType(), where + "." + name);
                unknown.remove(name);
            }
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new JsonException(where + ": " + e.getCause().getMessage(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new JsonException("cannot make a " + type.getName(), e);
        }
    }

    private Figures<?> figures(Map<?, ?> fields, Type table, String where) {
        return Figures.of(((Class<?>) table).asSubclass(Figure.class), figure -> {
            Unit unit = figure.meaning().unit();
            return unit.word(read(fields.get(figure.field()), unit.type(), where + "." + figure.field()));
        });
    }

    private static <T> T expect(Object tree, Class<T> json, String where) {
        if (!json.isInstance(tree)) {
            String found = tree instanceof Number ? tree.toString() : kind(tree.getClass());
            throw new JsonException(where + " is " + found + ": it takes " + kind(json));
        }
        return json.cast(tree);
    }

    private static String kind(Class<?> json) {
        if (json == String.class) {
            return "a text";
        }
        if (json == Boolean.class) {
            return "true or false";
        }
        if (json == Long.class) {
            return "a whole number of 64 bits";
        }
        return json == Number.class ? "a number" : List.class.isAssignableFrom(json) ? "a list" : "an object";
    }
}
