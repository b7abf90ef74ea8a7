package io.millrace.runtime.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A topology as JSON, for its way from a client over the controller to the workers. The author's classes are not needed:
 * components and custom groupings are opaque bytes in Base64. Uses Jackson's streaming core only, because data binding
 * would add to the start of every worker. Stateless.
 */
public final class TopologyJson {

    static final int FORMAT = 1;

    /** Templates may carry data of the author's. */
    private static final int MAX_STRING_CHARS = 256 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_STRING_CHARS)
                    .maxNestingDepth(16)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private TopologyJson() {}

    public static String write(Topology topology) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeArrayFieldStart("components");
            for (ComponentSpec spec : topology.components()) {
                writeComponent(json, spec);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** What {@link #write} made; a {@link TopologyException} of one line for any other text. */
    public static Topology read(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            return new TopologyJsonReader(parser).read();
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            int end = message.indexOf('\n');
            throw new TopologyException(
                    "topology is no valid JSON: " + (end < 0 ? message : message.substring(0, end)), e);
        }
    }

    private static void writeComponent(JsonGenerator json, ComponentSpec spec) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", spec.id());
        json.writeStringField("kind", spec.kind().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("parallelism", spec.parallelism());
        json.writeNumberField("tasks", spec.tasks());
        json.writeBooleanField("blocking", spec.blocking());
        json.writeNumberField("tickNanos", spec.tickNanos());
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> setting : new TreeMap<>(spec.settings()).entrySet()) {
            json.writeStringField(setting.getKey(), setting.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("outputs");
        for (StreamSpec output : spec.outputs()) {
            json.writeStartObject();
            json.writeStringField("stream", output.name());
            writeFields(json, output.fields());
            json.writeBooleanField("direct", output.direct());
            if (output.selectivity() != StreamSpec.UNKNOWN_SELECTIVITY) {
                json.writeNumberField("selectivity", output.selectivity());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("inputs");
        for (Subscription input : spec.inputs()) {
            json.writeStartObject();
            json.writeStringField("source", input.source());
            json.writeStringField("stream", input.stream());
            writeGrouping(json, input.grouping());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeBinaryField("template", spec.template());
        json.writeEndObject();
    }

    private static void writeGrouping(JsonGenerator json, Grouping grouping) throws IOException {
        json.writeStringField("grouping", GroupingNames.of(grouping));
        if (grouping instanceof Grouping.ByFields by) {
            writeFields(json, by.fields());
        } else if (grouping instanceof Grouping.PartialKey by) {
            writeFields(json, by.fields());
        } else if (grouping instanceof Grouping.Custom custom) {
            json.writeBinaryField("rule", custom.rule());
        }
    }

    private static void writeFields(JsonGenerator json, Fields fields) throws IOException {
        json.writeArrayFieldStart("fields");
        for (String name : fields.names()) {
            json.writeString(name);
        }
        json.writeEndArray();
    }
}
