// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How cells and figures travel. */
final class Json {

    static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ObjectNode request(String what) {
        return object().put("do", what);
    }

    static JsonNode of(Object value) {
        return MAPPER.valueToTree(value);
    }

    static JsonNode read(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + line, e);
        }
    }

    static Cell cell(JsonNode request) {
        return MAPPER.convertValue(request.get("cell"), Cell.class);
    }
}
