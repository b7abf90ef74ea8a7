// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The components of a tested topology. It names the known ones to a test that asks for another. */
final class TestedComponents {

    private final Map<String, ComponentSpec> components = new LinkedHashMap<>();

    TestedComponents(Topology topology) {
        topology.components().forEach(component -> components.put(component.id(), component));
    }

    ComponentSpec require(String component, boolean spout) {
        ComponentSpec spec = require(component);
        if (spout != (spec.kind() == ComponentSpec.Kind.SPOUT)) {
            throw new TopologyException("component '" + component + "' is a " + (spout ? "bolt" : "spout") + ": name a "
                    + (spout ? "spout" : "bolt"));
        }
        return spec;
    }

    ComponentSpec require(String component) {
        ComponentSpec spec = components.get(component);
        if (spec == null) {
            throw new TopologyException(
                    "there is no component '" + component + "': the topology has " + components.keySet());
        }
        return spec;
    }

    List<Integer> tasksOf(String component) {
        int first = 1;
        for (ComponentSpec spec : components.values()) {
            if (spec.id().equals(component)) {
                break;
            }
            first += spec.tasks();
        }
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < require(component).tasks(); i++) {
            tasks.add(first + i);
        }
        return tasks;
    }
}
