// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.error.Problems;
import java.util.List;

/** Finds components that cannot have dormant tasks ({@link EngineKeys#TASKS_MAX}). */
final class DormantTaskChecks {

    private DormantTaskChecks() {}

    static void check(List<ComponentSpec> components, Problems problems) {
        for (ComponentSpec component : components) {
            if (component.settings().containsKey(EngineKeys.TASKS_MAX.name())) {
                check(component, Config.of(component.settings()).get(EngineKeys.TASKS_MAX), problems);
            }
        }
    }

    private static void check(ComponentSpec component, int most, Problems problems) {
        if (most == 0) {
            return;
        }
        String where = Names.component(component.id()) + ": " + EngineKeys.TASKS_MAX.name() + " is " + most + ", ";
        if (!component.settings().containsKey(EngineKeys.BOUNDS.name())) {
            problems.add(where + "but it has no engines: add it by setEngines, or drop the setting");
        }
        if (most < component.tasks()) {
            problems.add(where + "but it has " + component.tasks() + " tasks: set it to " + component.tasks()
                    + " or more, or lower the parallelism");
        }
        component.inputs().stream()
                .filter(input -> !(input.grouping() instanceof Grouping.FirstIdle))
                .forEach(input -> problems.add(where + "but it gets stream " + Names.quoted(input.stream()) + " of "
                        + Names.quoted(input.source()) + " by a grouping that also sends to tasks that are dormant:"
                        + " subscribe by firstIdle"));
    }
}
