package io.millrace.benchmarks.guarantees;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options.Mistake;
import java.io.IOException;
import java.nio.file.Files;

/** The first hosts of a preset of the lab, as an option names it: eu-4. */
record HostPreset(String name, int hosts) {

    static HostPreset of(String text) {
        int dash = text.lastIndexOf('-');
        try {
            int hosts = dash < 1 ? 0 : Integer.parseInt(text.substring(dash + 1));
            if (hosts >= 2 && hosts <= 8 && Files.exists(Lab.presetFile(text.substring(0, dash)))) {
                return new HostPreset(text.substring(0, dash), hosts);
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new Mistake(
                "--presets=" + text
                        + ": give a file of benchmarks/netlab/presets and 2 to 8 hosts, separated by commas, such as eu-2,eu-4");
    }

    /** Of all pairs of its hosts. */
    double greatestRttMillis() throws IOException {
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
