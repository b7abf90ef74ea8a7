// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads records as JSON objects: each component is a field with its name, unless it is {@link Inline}.
 * Components may be records, text, numbers, booleans, enums (by name), byte arrays (base64), and lists and maps (by
 * text) of these. A component of the type Object is read as {@link #tree(JsonParser)} reads it. A record of a sealed
 * interface is wrapped in an object, under its simple name. Input that cannot be read throws a {@link JsonException} of
 * one line, with the path to the value.
 */
public final class Json {

    /** The deepest nesting, which no record of the engine reaches. */
    private static final int MAX_DEPTH = 32;

    /** The longest text, as components and groupings of a topology may contain the author's data. */
    private static final int MAX_TEXT_CHARS = 256 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_TEXT_CHARS)
                    .maxNestingDepth(MAX_DEPTH)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private static final RecordReader LENIENT = new RecordReader(false);
    private static final RecordReader STRICT = new RecordReader(true);

    private Json() {}

    /** Writes a record, or a list or map of records, in one line. */
    public static byte[] write(Object value) {
        return write(value, false);
    }

    /** Writes a record, or a list or map of records, as text in one line. */
    public static String line(Object value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    /** Writes a record, or a list or map of records, as text, indented for people. */
    public static String pretty(Object value) {
        return new String(write(value, true), StandardCharsets.UTF_8);
    }

    /**
     * Reads a record. A missing field reads as null, zero or empty, and an unknown one is skipped, so that
     * neighbouring releases understand each other.
     */
    public static <T> T read(byte[] json, Class<T> type) {
        return read(LENIENT, json, type, type.getSimpleName());
    }

    /**
     * Reads a record that must have a value for each component and no other fields.
     *
     * @param what the document; error messages begin with it
     */
    public static <T> T readStrictly(byte[] json, Class<T> type, String what) {
        return read(STRICT, json, type, what);
    }

    /** Reads a list of records, as {@link #read} reads each. */
    public static <T> List<T> readList(byte[] json, Class<T> element) {
        String what = "list of " + element.getSimpleName();
        return LENIENT.list(tree(json, what), element, what).stream()
                .map(element::cast)
                .toList();
    }

    /** Reads a value as {@link #tree(JsonParser)} does. */
    public static Object tree(byte[] json, String what) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            Object tree = tree(parser);
            if (tree == null) {
                throw new JsonException(what + " is empty");
            }
            return tree;
        } catch (IOException e) {
            String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new JsonException(what + " is not JSON: " + problem, e);
        }
    }

    /**
     * Reads what a Jackson parser of any format returns: maps, lists, strings, numbers, booleans and nulls. An empty
     * document is null.
     */
    public static Object tree(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        Object tree = first == null ? null : tree(parser, first);
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "more than one document");
        }
        return tree;
    }

    private static Object tree(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    fields.put(name, tree(parser, parser.nextToken()));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    elements.add(tree(parser, next));
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Number) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonParseException(parser, "unexpected " + token);
        };
    }

    private static <T> T read(RecordReader reader, byte[] json, Class<T> type, String what) {
        return type.cast(reader.read(tree(json, what), type, what));
    }

    private static byte[] write(Object value, boolean indented) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            if (indented) {
                out.setPrettyPrinter(new DefaultPrettyPrinter());
            }
            RecordWriter.write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
