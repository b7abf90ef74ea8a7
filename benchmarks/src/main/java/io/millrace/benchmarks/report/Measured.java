// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** What one measurement gave, as a line: figures with their units, and what else is known of it. One thread. */
public final class Measured {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode line = MAPPER.createObjectNode();
    private final ObjectNode result = line.putObject("result");
    private final ObjectNode units = line.putObject("units");

    /** Adds a figure. One that is not finite was not measured, and is left out. */
    public Measured add(String figure, String unit, double value) {
        if (Double.isFinite(value)) {
            result.put(figure, value);
            units.put(figure, unit);
        }
        return this;
    }

    /** Adds those of the figures that there are. */
    public Measured addAll(Map<String, String> units, Map<String, Double> values) {
        units.forEach((figure, unit) -> add(figure, unit, values.getOrDefault(figure, Double.NaN)));
        return this;
    }

    /** Adds what is no figure. */
    public Measured with(String name, Object value) {
        line.set(name, MAPPER.valueToTree(value));
        return this;
    }

    /** The line, which may be added to. */
    public ObjectNode line() {
        return line;
    }
}
