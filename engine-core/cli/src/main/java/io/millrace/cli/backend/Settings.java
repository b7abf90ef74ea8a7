// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.backend;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.util.Map;
import java.util.stream.Collectors;

/** Selects the topology's settings from a command line. */
public final class Settings {

    private Settings() {}

    public static Config ofTopology(Config commandLine) {
        return Config.of(commandLine.asMap().entrySet().stream()
                .filter(setting -> isOfTopology(setting.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private static boolean isOfTopology(String key) {
        return key.startsWith("topology.")
                || key.startsWith(Config.AUTHOR_PREFIX)
                || TopologyKeys.all().stream().anyMatch(known -> known.name().equals(key));
    }
}
