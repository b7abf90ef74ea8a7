// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.OutputDeclarer;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StreamInfo;

/** The streams that a component of Storm declares, under Storm's names. Serialized with its adapter. */
public final class Outputs implements Serializable {

    private static final long serialVersionUID = 1L;

    /** @param direct whether its consumers subscribe by direct grouping, or it has none and is declared direct */
    record Output(String stream, int fields, boolean direct) implements Serializable {}

    /** Streams in the order of their names, by Storm's name. */
    @SuppressWarnings("serial")
    private final LinkedHashMap<String, Output> byStream = new LinkedHashMap<>();

    @SuppressWarnings("serial")
    private final LinkedHashMap<String, List<String>> fields = new LinkedHashMap<>();

    /**
     * Adds a stream.
     *
     * @param name the name in Millrace
     * @param direct whether consumers subscribe by direct grouping
     */
    public void add(String stream, String name, StreamInfo info, boolean direct) {
        byStream.put(stream, new Output(name, info.get_output_fields().size(), direct));
        fields.put(stream, List.copyOf(info.get_output_fields()));
    }

    void declare(OutputDeclarer out) {
        for (Map.Entry<String, Output> entry : byStream.entrySet()) {
            String[] names = fields.get(entry.getKey()).toArray(String[]::new);
            for (int i = 0; i < names.length; i++) {
                names[i] = names[i].isBlank() ? "field" + i : names[i];
            }
            if (entry.getValue().direct()) {
                out.declareDirect(entry.getValue().stream(), names);
            } else {
                out.declareStream(entry.getValue().stream(), names);
            }
        }
    }

    /**
     * Returns a stream.
     *
     * @throws IllegalArgumentException if the component does not declare it
     */
    Output of(String stream) {
        Output output = byStream.get(stream);
        if (output == null) {
            throw new IllegalArgumentException("Unknown stream ID: " + stream + ": declare it in declareOutputFields");
        }
        return output;
    }
}
