// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.EngineBolt;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Streams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The streams that an engine may emit to, with their fields. Immutable. */
record DeclaredStreams(Map<String, List<String>> fields) {

    /** Returns the streams of a component, without the stream for dead messages. */
    static DeclaredStreams of(EngineBolt bolt) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        bolt.declareOutputs(new OutputDeclarer() {
            @Override
            public void declare(String... names) {
                declareStream(Streams.DEFAULT, names);
            }

            @Override
            public void declareStream(String stream, String... names) {
                fields.put(stream, List.of(names));
            }

            @Override
            public void declareDirect(String stream, String... names) {
                // Engines do not know tasks
            }
        });
        fields.remove(Streams.DEAD);
        return new DeclaredStreams(fields);
    }

    /** Returns what is wrong with an emission of this number of values, or null. */
    String mistake(String stream, int values) {
        List<String> declared = fields.get(stream);
        if (declared == null) {
            return "emits to stream '" + stream + "', which the component does not declare: it declares "
                    + (fields.isEmpty() ? "none" : String.join(", ", fields.keySet()));
        }
        return declared.size() == values
                ? null
                : "emits " + values + " values to stream '" + stream + "', which has the fields "
                        + String.join(", ", declared);
    }
}
