// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON schemas of records, and of the records in them, as the engine's JSON writes them. */
final class RecordSchemas {

    private final Map<String, Object> schemas = new TreeMap<>();

    Map<String, Object> of(Class<?>... records) {
        Arrays.stream(records).forEach(this::add);
        return schemas;
    }

    private void add(Class<?> type) {
        if (schemas.containsKey(name(type))) {
            return;
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schemas.put(name(type), schema);
        if (type.isEnum()) {
            schema.put("type", "string");
            schema.put(
                    "enum",
                    Arrays.stream(type.getEnumConstants())
                            .map(constant -> ((Enum<?>) constant).name())
                            .toList());
            return;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        addFields(type, names, properties);
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", names);
    }

    private void addFields(Class<?> type, List<String> names, Map<String, Object> properties) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.isAnnotationPresent(Inline.class)) {
                addFields(component.getType(), names, properties);
            } else if (component.getType() == Figures.class) {
                Type table = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
                for (Figure figure : ((Class<?>) table).asSubclass(Figure.class).getEnumConstants()) {
                    names.add(figure.field());
                    properties.put(
                            figure.field(), schema(figure.meaning().unit().type()));
                }
            } else {
                names.add(component.getName());
                properties.put(component.getName(), schema(component.getGenericType()));
            }
        }
    }

    private Map<String, Object> schema(Type type) {
        if (type == int.class || type == Integer.class) {
            return Map.of("type", "integer");
        }
        if (type == long.class || type == Long.class) {
            return typed("integer", "int64");
        }
        if (type == double.class) {
            return typed("number", "double");
        }
        if (type == Double.class) {
            return Map.of("type", List.of("number", "null"));
        }
        if (type == boolean.class) {
            return Map.of("type", "boolean");
        }
        if (type == String.class) {
            return Map.of("type", List.of("string", "null"));
        }
        if (type == byte[].class) {
            return typed("string", "byte");
        }
        if (type == Object.class) {
            return Map.of();
        }
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            Map<String, Object> schema = new LinkedHashMap<>();
            boolean isMap = Map.class.isAssignableFrom((Class<?>) generic.getRawType());
            schema.put("type", isMap ? "object" : "array");
            schema.put(isMap ? "additionalProperties" : "items", schema(last));
            return schema;
        }
        Class<?> known = (Class<?>) type;
        if (!known.isRecord() && !known.isEnum()) {
            throw new AssertionError("no schema for " + type);
        }
        add(known);
        Map<String, Object> reference = Map.of("$ref", "#/components/schemas/" + name(known));
        return known.isEnum() ? reference : Map.of("anyOf", List.of(reference, Map.of("type", "null")));
    }

    private static Map<String, Object> typed(String type, String format) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("format", format);
        return schema;
    }

    private static String name(Class<?> type) {
        return type.getEnclosingClass() == null
                ? type.getSimpleName()
                : type.getEnclosingClass().getSimpleName() + "." + type.getSimpleName();
    }
}
