// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.settings;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Nearest;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The keys that an engine knows, and the check of settings by them. Any thread. */
public final class KnownKeys {

    private KnownKeys() {}

    /** Returns the known keys, those of the cluster first. */
    public static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(ClusterKeys.all());
        keys.addAll(TopologyKeys.all());
        return keys;
    }

    /** Checks that every key is known or belongs to the author, and that every value is in its range. */
    public static Config checked(Map<String, String> values, String source) {
        return checked(values, source, all());
    }

    /** Checks a topology's settings as {@link #checked} does. They may not contain the cluster's keys. */
    public static Config checkedForTopology(Map<String, String> values, String source) {
        return checked(values, source, TopologyKeys.all());
    }

    /** Returns the settings that are a topology's or its author's. */
    public static Config ofTopology(Config config) {
        Map<String, String> values = new TreeMap<>(config.asMap());
        values.keySet()
                .removeIf(name -> !name.startsWith(Config.AUTHOR_PREFIX)
                        && TopologyKeys.all().stream()
                                .noneMatch(key -> key.name().equals(name)));
        return Config.of(values);
    }

    private static Config checked(Map<String, String> values, String source, List<ConfigKey<?>> keys) {
        Map<String, ConfigKey<?>> known = new TreeMap<>();
        keys.forEach(key -> known.put(key.name(), key));
        values.forEach((name, text) -> {
            ConfigKey<?> key = known.get(name);
            if (key != null) {
                try {
                    key.read(text);
                } catch (TopologyException e) {
                    throw new TopologyException(source + ": " + e.getMessage(), e);
                }
            } else if (!name.startsWith(Config.AUTHOR_PREFIX)) {
                throw new TopologyException(source + ": unknown key '" + name + "': did you mean '"
                        + Nearest.ofAll(name, known.keySet()).orElseThrow()
                        + "'? (an author's own keys start with app.)");
            }
        });
        return Config.of(values);
    }
}
