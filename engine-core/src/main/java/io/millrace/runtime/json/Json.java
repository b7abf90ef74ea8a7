package io.millrace.runtime.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Base64;
import java.util.Map;

/**
 * Writes and reads records as JSON objects: each component is a field of that name. Components may be records, text,
 * numbers, booleans, enums (by name), byte arrays (base64), and lists and maps (by text) of these. A field that is
 * missing reads as null, zero or empty, and an unknown one is passed over, so that neighbouring releases understand each
 * other.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    /** A record, or a list or map of records, as JSON. */
    public static byte[] write(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The record that the bytes hold; {@link JsonException} if they do not. */
    public static <T> T read(byte[] json, Class<T> type) {
        try {
            return type.cast(RecordReader.read(tree(json), type, type.getSimpleName()));
        } catch (IOException e) {
            throw new JsonException("not a " + type.getSimpleName() + ": " + firstLine(e.getMessage()), e);
        }
    }

    /** The list of records that the bytes hold. */
    @SuppressWarnings("unchecked")
    public static <T> java.util.List<T> readList(byte[] json, Class<T> element) {
        try {
            Type list = new ListOf(element);
            return (java.util.List<T>) RecordReader.read(tree(json), list, "list of " + element.getSimpleName());
        } catch (IOException e) {
            throw new JsonException("not a list of " + element.getSimpleName() + ": " + firstLine(e.getMessage()), e);
        }
    }

    private static Object tree(byte[] json) throws IOException {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return JsonTree.read(parser);
        }
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("");
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Enum<?> constant) {
            out.writeString(constant.name());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Integer || value instanceof Long) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof byte[] bytes) {
            out.writeString(Base64.getEncoder().encodeToString(bytes));
        } else if (value instanceof Iterable<?> elements) {
            out.writeStartArray();
            for (Object element : elements) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Record object) {
            out.writeStartObject();
            for (RecordComponent component : object.getClass().getRecordComponents()) {
                out.writeFieldName(component.getName());
                write(out, RecordReader.component(object, component));
            }
            out.writeEndObject();
        } else {
            throw new JsonException("no JSON for a " + value.getClass().getName());
        }
    }

    /** {@code List<element>} as a type. */
    private record ListOf(Class<?> element) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {element};
        }

        @Override
        public Type getRawType() {
            return java.util.List.class;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }
}
