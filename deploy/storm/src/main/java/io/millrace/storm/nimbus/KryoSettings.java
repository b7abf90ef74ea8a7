// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import io.millrace.storm.graph.StormGraph;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;

/**
 * Gathers the Kryo registrations and decorators of all components for the topology, as Storm's Nimbus does. Stateless.
 */
final class KryoSettings {

    private KryoSettings() {}

    /**
     * Returns the settings of a topology with those of its components.
     *
     * @param json the settings, as Storm's submitter sends them
     */
    static String in(String json, StormTopology topology) {
        Map<String, Object> settings = Utils.parseJson(json);
        Map<String, Object> classes = new TreeMap<>();
        Set<Object> decorators = new LinkedHashSet<>();
        StormGraph graph = new StormGraph(topology);
        for (String component : graph.components()) {
            String own = graph.settings(component);
            if (own != null && !own.isBlank()) {
                add(Utils.parseJson(own), classes, decorators);
            }
        }
        // Those of the topology win
        add(settings, classes, decorators);
        if (!classes.isEmpty()) {
            settings.put(Config.TOPOLOGY_KRYO_REGISTER, classes);
        }
        if (!decorators.isEmpty()) {
            settings.put(Config.TOPOLOGY_KRYO_DECORATORS, decorators);
        }
        return JSONValue.toJSONString(settings);
    }

    private static void add(Map<String, Object> from, Map<String, Object> classes, Set<Object> decorators) {
        addClasses(from.get(Config.TOPOLOGY_KRYO_REGISTER), classes);
        if (from.get(Config.TOPOLOGY_KRYO_DECORATORS) instanceof Collection<?> names) {
            decorators.addAll(names);
        }
    }

    /** Adds a class by its name, several in a list, or with their serializers in a map. */
    private static void addClasses(Object value, Map<String, Object> classes) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, serializer) -> classes.put(String.valueOf(name), serializer));
        } else if (value instanceof Collection<?> many) {
            many.forEach(each -> addClasses(each, classes));
        } else if (value != null) {
            classes.put(String.valueOf(value), null);
        }
    }
}
