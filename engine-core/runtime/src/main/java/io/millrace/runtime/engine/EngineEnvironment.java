// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The variables that {@code engine.environment} lists. Immutable. */
final class EngineEnvironment {

    private final Map<String, String> all = new LinkedHashMap<>();
    private final Map<String, String> given = new LinkedHashMap<>();

    /** @param worker the environment of the worker */
    EngineEnvironment(Config config, Map<String, String> worker) {
        for (String each : config.get(EngineKeys.ENVIRONMENT).split(",")) {
            String name = each.strip();
            int equals = name.indexOf('=');
            if (equals > 0) {
                given.put(name.substring(0, equals), name.substring(equals + 1));
            } else if (worker.containsKey(name)) {
                all.put(name, worker.get(name));
            }
        }
        all.putAll(given);
    }

    /** Returns all variables. */
    Map<String, String> all() {
        return new LinkedHashMap<>(all);
    }

    /**
     * Returns the names of the variables that the setting gives values; the others describe this node, not a container.
     */
    Set<String> given() {
        return new LinkedHashSet<>(given.keySet());
    }
}
