package io.millrace.benchmarks.macro;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.benchmarks.machine.Options.Mistake;
import io.millrace.cluster.config.ConfigSources;
import java.util.LinkedHashMap;
import java.util.Map;

/** Further settings of Millrace's topologies as an option of a benchmark: key=value, separated by semicolons. */
public final class Settings {

    private Settings() {}

    /**
     * The settings, each of a known key and with a value that it can have.
     *
     * @throws Mistake if one is not
     */
    public static Config read(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String setting : text.split(";")) {
            int equals = setting.indexOf('=');
            if (equals > 0) {
                values.put(
                        setting.substring(0, equals).strip(),
                        setting.substring(equals + 1).strip());
            } else if (!setting.isBlank()) {
                throw new Mistake(
                        "--settings: '" + setting + "' is no setting: give key=value, separated by semicolons");
            }
        }
        try {
            return ConfigSources.checkedForTopology(values, "--settings");
        } catch (TopologyException e) {
            throw new Mistake(e.getMessage());
        }
    }
}
