// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.worker;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.Utils;

/** The settings of a topology of Storm. Stateless. */
public final class StormSettings {

    private StormSettings() {}

    /** Returns the settings of a topology over Storm's defaults, as a map of the caller's own. */
    @SuppressWarnings("deprecation")
    public static Map<String, Object> read(String json) {
        Map<String, Object> settings = new HashMap<>(Utils.readDefaultConfig());
        settings.putAll(Utils.parseJson(json));
        // Secrets of Storm's own ZooKeeper, which is not there
        settings.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD);
        settings.remove(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME);
        return settings;
    }

    /** Returns the settings of a component, which are over those of its topology. */
    public static Map<String, Object> ofComponent(Map<String, Object> topology, String json) {
        if (json == null || json.isBlank()) {
            return topology;
        }
        Map<String, Object> settings = new HashMap<>(topology);
        settings.putAll(Utils.parseJson(json));
        return settings;
    }
}
