// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;

/** Reads messages for one task. Called by its thread. */
final class JsonReading {

    private final JsonMapper mapper;
    private final Fields fields;
    private final boolean strict;
    private final Map<String, Integer> positions = new HashMap<>();
    private final ObjectReader[] readers;
    private final boolean[] primitive;

    /** @param type null if values have the types that JSON gives them */
    JsonReading(Class<? extends Record> type, Fields fields, boolean strict) {
        mapper = JsonMapping.mapper(strict);
        this.fields = fields;
        this.strict = strict;
        readers = new ObjectReader[fields.size()];
        primitive = new boolean[fields.size()];
        for (int i = 0; i < readers.length; i++) {
            positions.put(fields.names().get(i), i);
            RecordComponent component = type == null ? null : type.getRecordComponents()[i];
            primitive[i] = component != null && component.getType().isPrimitive();
            readers[i] = component == null ? mapper.readerFor(Object.class) : reader(type, component);
        }
    }

    private ObjectReader reader(Class<?> record, RecordComponent component) {
        ObjectReader reader = mapper.readerFor(mapper.constructType(component.getGenericType()));
        try {
            reader.readValue("null");
        } catch (InvalidDefinitionException e) {
            throw new TopologyException(
                    "component '" + component.getName() + "' of " + record.getName() + " has type "
                            + component.getGenericType().getTypeName() + ", which cannot be read from JSON: "
                            + firstLine(e.getOriginalMessage()),
                    e);
        } catch (JsonProcessingException e) {
            // A primitive type, which has no null
            return reader;
        }
        return reader;
    }

    Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
        Object[] values = new Object[readers.length];
        boolean[] present = new boolean[readers.length];
        String field = null;
        long begin = 0;
        try (JsonParser parser = mapper.createParser(bytes, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedException(
                        parser.currentToken() == null
                                ? "the message is empty: a JSON object is expected"
                                : "no JSON object at byte " + position(parser.currentTokenLocation())
                                        + ": it begins with " + parser.currentToken());
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                field = parser.currentName();
                Integer at = positions.get(field);
                if (at == null && strict) {
                    throw new MalformedException("property '" + Problems.oneLine(field) + "' at byte "
                            + position(parser.currentTokenLocation()) + " is no field: the fields are " + fields);
                }
                JsonToken value = parser.nextToken();
                begin = position(parser.currentTokenLocation());
                if (at == null) {
                    parser.skipChildren();
                } else {
                    present[at] = true;
                    values[at] = value == JsonToken.VALUE_NULL ? absent(at, parser) : readers[at].readValue(parser);
                }
                field = null;
            }
            if (parser.nextToken() != null) {
                throw new MalformedException(
                        "more follows the object at byte " + position(parser.currentTokenLocation()));
            }
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw malformed(field, begin, e);
        }
        checkPresent(present);
        return values;
    }

    private Object absent(int at, JsonParser parser) throws MalformedException {
        if (primitive[at]) {
            throw new MalformedException("field '" + fields.names().get(at) + "' at byte "
                    + position(parser.currentTokenLocation()) + ": null is no value of a primitive type");
        }
        return null;
    }

    private void checkPresent(boolean[] present) throws MalformedException {
        for (int i = 0; i < present.length; i++) {
            if (!present[i] && (strict || primitive[i])) {
                throw new MalformedException("field '" + fields.names().get(i) + "' is missing");
            }
        }
    }

    private static MalformedException malformed(String field, long begin, Throwable cause) {
        StringBuilder text = new StringBuilder();
        if (field != null) {
            text.append("field '").append(field);
            if (cause instanceof JsonMappingException mapping) {
                appendPath(text, mapping);
            }
            text.append("' at byte ").append(begin);
        } else {
            text.append("no JSON");
        }
        String message = cause.getMessage();
        if (cause instanceof JsonProcessingException processing) {
            message = processing.getOriginalMessage();
            if (field == null && processing.getLocation() != null) {
                text.append(" at byte ").append(position(processing.getLocation()));
            }
        }
        text.append(": ").append(message == null ? cause.getClass().getSimpleName() : firstLine(message));
        return new MalformedException(Problems.oneLine(text.toString()), cause);
    }

    private static void appendPath(StringBuilder text, JsonMappingException cause) {
        for (JsonMappingException.Reference step : cause.getPath()) {
            if (step.getFieldName() != null) {
                text.append('.').append(step.getFieldName());
            } else {
                text.append('[').append(step.getIndex()).append(']');
            }
        }
    }

    /** Bytes if the parser counts them, which it does not in UTF-16 and UTF-32. */
    private static long position(JsonLocation location) {
        return location.getByteOffset() >= 0 ? location.getByteOffset() : location.getCharOffset();
    }

    private static String firstLine(String message) {
        // What Jackson advises is not for those who send the message
        return message.lines()
                .findFirst()
                .orElse("")
                .replaceFirst("(: enable `| \\(but ).*", "")
                .strip();
    }
}
