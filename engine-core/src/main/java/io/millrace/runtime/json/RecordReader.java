package io.millrace.runtime.json;

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

/** Makes records out of the maps and lists of a {@link JsonTree}. */
final class RecordReader {

    private RecordReader() {}

    /** @param where what an error names */
    static Object read(Object tree, Type type, String where) {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == Map.class ? map(tree, generic, where) : list(tree, generic, where);
        }
        Class<?> wanted = (Class<?>) type;
        if (tree == null) {
            return absent(wanted);
        }
        if (wanted == String.class) {
            return expect(tree, String.class, wanted, where);
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return expect(tree, Boolean.class, wanted, where);
        }
        if (wanted == long.class || wanted == Long.class) {
            return expect(tree, Long.class, wanted, where);
        }
        if (wanted == int.class || wanted == Integer.class) {
            long value = (Long) expect(tree, Long.class, wanted, where);
            if (value != (int) value) {
                throw new JsonException(where + " is " + value + ": it takes an int");
            }
            return (int) value;
        }
        if (wanted == double.class || wanted == Double.class) {
            return ((Number) expect(tree, Number.class, wanted, where)).doubleValue();
        }
        if (wanted == byte[].class) {
            return base64((String) expect(tree, String.class, wanted, where), where);
        }
        if (wanted.isEnum()) {
            return constant((String) expect(tree, String.class, wanted, where), wanted, where);
        }
        if (wanted.isRecord()) {
            return record((Map<?, ?>) expect(tree, Map.class, wanted, where), wanted, where);
        }
        throw new JsonException("no JSON for " + where + ", a " + wanted.getName());
    }

    static Object component(Record object, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(object);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new JsonException("cannot read " + component.getName() + " of " + object.getClass(), e);
        }
    }

    private static Object absent(Class<?> wanted) {
        if (!wanted.isPrimitive()) {
            return null;
        }
        if (wanted == boolean.class) {
            return false;
        }
        if (wanted == int.class) {
            return 0;
        }
        return wanted == long.class ? (Object) 0L : (Object) 0.0;
    }

    private static Object expect(Object tree, Class<?> json, Class<?> wanted, String where) {
        if (!json.isInstance(tree)) {
            throw new JsonException(where + " is not a " + wanted.getSimpleName());
        }
        return tree;
    }

    private static List<Object> list(Object tree, ParameterizedType type, String where) {
        List<Object> elements = new ArrayList<>();
        if (tree != null) {
            for (Object element : (List<?>) expect(tree, List.class, List.class, where)) {
                elements.add(read(element, type.getActualTypeArguments()[0], where));
            }
        }
        return Collections.unmodifiableList(elements);
    }

    private static Map<String, Object> map(Object tree, ParameterizedType type, String where) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (tree != null) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) expect(tree, Map.class, Map.class, where)).entrySet()) {
                String key = (String) entry.getKey();
                values.put(key, read(entry.getValue(), type.getActualTypeArguments()[1], where + "." + key));
            }
        }
        return Collections.unmodifiableMap(values);
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

    private static Object record(Map<?, ?> fields, Class<?> type, String where) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            types[i] = components[i].getType();
            values[i] = read(fields.get(name), components[i].getGenericType(), where + "." + name);
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
}
