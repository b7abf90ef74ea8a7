// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.SettingRequest;
import io.millrace.cluster.model.TopologyRecord;
import java.util.stream.Collectors;

/** Changes of settings while a topology runs. Stateless. */
final class LiveSettings {

    private LiveSettings() {}

    /** Returns the record with the change. Throws {@link ClusterException} if the topology cannot have it. */
    static TopologyRecord changed(TopologyRecord record, Topology graph, SettingRequest request) {
        ConfigKey<?> key = key(request.key());
        try {
            String now = record.config().getOrDefault(key.name(), key.defaultText());
            String next = key.changed(now, request.value());
            key.read(next);
            Config settings = Config.of(record.config()).with(key.name(), next);
            graph.checkOrders(settings);
            graph.checkEngines(settings);
            return record.withSetting(key.name(), next);
        } catch (TopologyException | IllegalArgumentException e) {
            throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
        }
    }

    private static ConfigKey<?> key(String name) {
        return TopologyKeys.live().stream()
                .filter(key -> key.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ClusterException(
                        Reason.REFUSED,
                        "'" + name + "' does not change while a topology runs: give one of "
                                + TopologyKeys.live().stream()
                                        .map(ConfigKey::name)
                                        .collect(Collectors.joining(", "))));
    }
}
