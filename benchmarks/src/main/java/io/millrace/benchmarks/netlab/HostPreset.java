// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options.Mistake;
import java.io.IOException;
import java.util.List;

/** The first hosts of a preset of the lab, as an option names it: eu-4. */
public record HostPreset(String name, int hosts) {

    /** The presets that say a round-trip time for each pair. */
    private static final List<String> NAMES = List.of("eu", "us", "global");

    public static HostPreset of(String text) {
        int dash = text.lastIndexOf('-');
        try {
            int hosts = dash < 1 ? 0 : Integer.parseInt(text.substring(dash + 1));
            if (hosts >= 2 && hosts <= 8 && NAMES.contains(text.substring(0, dash))) {
                return new HostPreset(text.substring(0, dash), hosts);
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new Mistake("--presets=" + text + ": give " + String.join(", ", NAMES)
                + " with a number of hosts, 2 to 8, such as eu-4");
    }

    /** The name by which an option asks for it. */
    @Override
    public String toString() {
        return name + "-" + hosts;
    }

    /** The greatest round-trip time of all pairs of its hosts. */
    public double greatestRttMillis() throws IOException {
        return greatestRttMillis(
                new ObjectMapper().readTree(Lab.presetFile(name).toFile()));
    }

    double greatestRttMillis(JsonNode preset) {
        double greatest = 0;
        for (int one = 0; one < hosts; one++) {
            for (int other = 0; other < hosts; other++) {
                String from = preset.get("hosts").get(one).asText();
                String to = preset.get("hosts").get(other).asText();
                greatest =
                        Math.max(greatest, preset.get("rtt").path(from).path(to).asDouble(0));
            }
        }
        return greatest;
    }
}
