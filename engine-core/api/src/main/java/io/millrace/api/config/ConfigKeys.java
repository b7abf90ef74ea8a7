// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import io.millrace.api.error.Nearest;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checks settings before anything is started with them. */
public final class ConfigKeys {

    private ConfigKeys() {}

    /**
     * Checks all keys and values. A key must be one of {@code known} or an author's own ({@link Config#AUTHOR_PREFIX}).
     *
     * @throws TopologyException with one line per mistake: the nearest known key, or the range of the value
     */
    @SafeVarargs
    public static void check(Config config, List<ConfigKey<?>>... known) {
        Problems problems = new Problems();
        mistakes(config, known).forEach(problems::add);
        problems.throwIfAny();
    }

    /** Returns the mistakes that {@link #check} would report, one line each, so that the caller can add their place. */
    @SafeVarargs
    public static List<String> mistakes(Config config, List<ConfigKey<?>>... known) {
        Map<String, ConfigKey<?>> keys = new TreeMap<>();
        for (List<ConfigKey<?>> list : known) {
            list.forEach(key -> keys.put(key.name(), key));
        }
        List<String> mistakes = new ArrayList<>();
        config.asMap().forEach((key, value) -> problem(key, value, keys).ifPresent(mistakes::add));
        return mistakes;
    }

    private static Optional<String> problem(String key, String value, Map<String, ConfigKey<?>> keys) {
        if (isAuthors(key)) {
            return Optional.empty();
        }
        ConfigKey<?> known = keys.get(key);
        if (known == null) {
            return Optional.of("unknown setting '" + key + "': " + remedy(key, keys));
        }
        try {
            known.read(value);
            return Optional.empty();
        } catch (TopologyException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static boolean isAuthors(String key) {
        return key.startsWith(Config.AUTHOR_PREFIX) && key.length() > Config.AUTHOR_PREFIX.length();
    }

    private static String remedy(String key, Map<String, ConfigKey<?>> keys) {
        String example = key.isBlank() || key.startsWith(Config.AUTHOR_PREFIX) ? "name" : key;
        return Nearest.of(key, keys.keySet())
                .map(nearest -> "did you mean '" + nearest + "'?")
                .orElse("settings of your own start with '" + Config.AUTHOR_PREFIX + "', such as '"
                        + Config.AUTHOR_PREFIX + example + "'");
    }
}
