package io.millrace.scheduler.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Writes JSON with one line per key of the document and per item of its lists, so that problems can be read and
 * compared.
 */
public final class JsonWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** What to write. */
    public interface Document {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private JsonWriter() {}

    /** Ends with a line feed. */
    public static String toString(Document document) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setPrettyPrinter(new LinePerItem());
            document.writeTo(json);
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static void strings(JsonGenerator json, String key, Iterable<String> values) throws IOException {
        json.writeArrayFieldStart(key);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    /** Writes whole numbers without a fraction, so that an integer remains one. */
    public static void number(JsonGenerator json, double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
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
