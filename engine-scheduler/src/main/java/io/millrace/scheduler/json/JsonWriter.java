// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Function;

/**
 * Writes JSON with one line per key of the document and per item of its lists, so that problems can be read and
 * compared.
 */
public final class JsonWriter {
    private static final JsonMapper MAPPER = new JsonMapper();

    private JsonWriter() {}

    /** Ends with a line feed. */
    public static String toString(JsonNode document) {
        try {
            return MAPPER.writer(new LinePerItem()).writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree without foreign values is always written", e);
        }
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static <T> ArrayNode array(Collection<T> items, Function<T, JsonNode> each) {
        return JsonNodeFactory.instance
                .arrayNode()
                .addAll(items.stream().map(each).toList());
    }

    static ArrayNode strings(Collection<String> values) {
        return array(values, TextNode::valueOf);
    }

    /** Returns a whole number without a fraction, so that an integer remains one. */
    public static JsonNode number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? LongNode.valueOf((long) value)
                : DoubleNode.valueOf(value);
    }

    private static final class LinePerItem extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;
        private static final int DEEPEST_BROKEN = 2;

        private int depth;

        @Override
        public void writeStartObject(JsonGenerator json) throws IOException {
            depth++;
            super.writeStartObject(json);
        }

        @Override
        public void writeEndObject(JsonGenerator json, int entries) throws IOException {
            depth--;
            super.writeEndObject(json, entries);
        }

        @Override
        public void writeStartArray(JsonGenerator json) throws IOException {
            depth++;
            super.writeStartArray(json);
        }

        @Override
        public void writeEndArray(JsonGenerator json, int values) throws IOException {
            depth--;
            super.writeEndArray(json, values);
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
            super.writeObjectEntrySeparator(json);
            json.writeRaw(depth == 1 ? '\n' : ' ');
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            super.writeArrayValueSeparator(json);
            if (depth <= DEEPEST_BROKEN) {
                json.writeRaw('\n');
            }
        }
    }
}
