// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Options.Mistake;
import io.millrace.runtime.settings.KnownKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Further settings of Millrace's topologies as an option of a benchmark: key=value, separated by semicolons. */
public final class Settings {

    private Settings() {}

    /** The option --settings, checked. */
    public static String take(Options options) {
        String text = options.take("settings", "");
        read(text);
        return text;
    }

    /** Each as key=value. */
    public static List<String> list(String text) {
        return Stream.of(text.split(";")).filter(one -> !one.isBlank()).toList();
    }

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
            return KnownKeys.checkedForTopology(values, "--settings");
        } catch (TopologyException e) {
            throw new Mistake(e.getMessage());
        }
    }
}
