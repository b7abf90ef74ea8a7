// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes messages for one task. Called by its thread. */
final class JsonWriting {

    private final JsonMapper mapper = JsonMapping.mapper(false);
    private final Fields fields;

    /** @param fields null for all of a tuple */
    JsonWriting(Fields fields) {
        this.fields = fields;
    }

    byte[] write(Tuple input) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String field = null;
        try (JsonGenerator out = mapper.createGenerator(bytes)) {
            out.writeStartObject();
            for (String name : (fields == null ? input.fields() : fields).names()) {
                field = name;
                out.writeFieldName(name);
                mapper.writeValue(out, input.get(name));
            }
            out.writeEndObject();
        } catch (JsonProcessingException e) {
            throw refused(input, field, e.getOriginalMessage(), e);
        } catch (UncheckedIOException e) {
            throw refused(input, field, e.getCause().getMessage(), e);
        } catch (IOException e) {
            throw refused(input, field, e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private static IllegalArgumentException refused(Tuple input, String field, String reason, Exception cause) {
        return new IllegalArgumentException(
                "field '" + field + "' of a tuple of " + input.sourceComponent() + " cannot be written as JSON: "
                        + reason.lines().findFirst().orElse(""),
                cause);
    }
}
