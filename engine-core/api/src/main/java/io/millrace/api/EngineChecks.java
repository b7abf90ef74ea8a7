// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Nearest;
import io.millrace.api.error.Problems;
import java.util.List;

/** Finds bounds of engines that are set for components without engines. */
final class EngineChecks {

    private EngineChecks() {}

    static void check(List<ComponentSpec> components, Config config) {
        List<String> withEngines = components.stream()
                .filter(component -> component.settings().containsKey(EngineKeys.BOUNDS.name()))
                .map(ComponentSpec::id)
                .toList();
        Problems problems = new Problems();
        for (String named : EngineBounds.of(config).components()) {
            if (!withEngines.contains(named)) {
                problems.add(TopologyKeys.ENGINE_BOUNDS.name() + " names component " + Names.quoted(named)
                        + ", which has no engines: " + remedy(named, withEngines));
            }
        }
        problems.throwIfAny();
    }

    private static String remedy(String named, List<String> withEngines) {
        return withEngines.isEmpty()
                ? "no component of the topology was added by setEngines"
                : Nearest.of(named, withEngines)
                        .map(near -> "did you mean " + Names.quoted(near) + "?")
                        .orElse("there is " + String.join(", ", withEngines));
    }
}
