// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.api.json.Inline;
import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/** Writes the values that {@link Json} accepts. */
final class RecordWriter {

    private RecordWriter() {}

    static void write(JsonGenerator out, Object value) throws IOException {
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
            // JSON has no other numbers
            if (Double.isFinite(number)) {
                out.writeNumber(number);
            } else {
                out.writeNull();
            }
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
            writeRecord(out, object);
        } else {
            throw new JsonException("no JSON for a " + value.getClass().getName());
        }
    }

    private static void writeRecord(JsonGenerator out, Record object) throws IOException {
        Class<?> type = object.getClass();
        boolean isVariant = Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed);
        out.writeStartObject();
        if (isVariant) {
            out.writeObjectFieldStart(type.getSimpleName());
        }
        writeFields(out, object);
        if (isVariant) {
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void writeFields(JsonGenerator out, Record object) throws IOException {
        for (RecordComponent component : object.getClass().getRecordComponents()) {
            Object value = valueOf(component, object);
            if (component.isAnnotationPresent(Inline.class)) {
                writeFields(out, (Record) value);
            } else if (value instanceof Figures<?> figures) {
                writeFigures(out, figures);
            } else {
                out.writeFieldName(component.getName());
                write(out, value);
            }
        }
    }

    /** Each figure is a field of the object that has them. */
    private static <F extends Figure> void writeFigures(JsonGenerator out, Figures<F> figures) throws IOException {
        for (F figure : figures.table()) {
            out.writeFieldName(figure.field());
            write(out, figures.number(figure));
        }
    }

    private static Object valueOf(RecordComponent component, Record object) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(object);
        } catch (ReflectiveOperationException e) {
            throw new JsonException("cannot read " + component.getName() + " of " + object.getClass(), e);
        }
    }
}
