// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;

/** Puts the settings of the user's {@code storm.yaml} below those of a topology, as Storm's Nimbus does. Stateless. */
final class UserSettings {

    private static final List<String> OF_TOPOLOGIES = List.of("topology.", "transactional.", "worker.heap.");

    private UserSettings() {}

    /**
     * Returns the settings of a topology with those of the user.
     *
     * @param json the settings, as Storm's submitter sends them
     */
    static String in(String json) {
        Map<String, Object> defaults = Utils.readDefaultConfig();
        Map<String, Object> settings = new HashMap<>();
        Utils.readStormConfig().forEach((key, value) -> {
            if (OF_TOPOLOGIES.stream().anyMatch(key::startsWith) && !Objects.equals(value, defaults.get(key))) {
                settings.put(key, value);
            }
        });
        settings.putAll(Utils.parseJson(json));
        return JSONValue.toJSONString(settings);
    }
}
