package io.millrace.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Prints records, lists and maps as one JSON document. */
public final class Json {

    private Json() {}

    public static String text(Object value) {
        return write(JsonMapper.builder().build().writerWithDefaultPrettyPrinter(), value);
    }

    /** A document on one line. */
    public static String line(Object value) {
        return write(JsonMapper.builder().build().writer(), value);
    }

    private static String write(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value, e);
        }
    }
}
