package io.millrace.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Prints records, lists and maps as one JSON document. */
public final class Json {

    private Json() {}

    public static String text(Object value) {
        try {
            return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value, e);
        }
    }
}
