// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The savepoint with which a topology begins.
 *
 * @param location location of the savepoint
 * @param dropped components whose content may be lost
 * @param settings settings of the topology, for the store
 * @param connectors class loader in which stores of other schemes are looked for
 */
public record SavepointOrigin(
        String location, Set<String> dropped, Map<String, String> settings, ClassLoader connectors) {

    public SavepointOrigin {
        dropped = Set.copyOf(dropped);
    }

    /** Returns the savepoint that a topology's configuration names; empty if the topology begins without one. */
    public static Optional<SavepointOrigin> of(Config config, ClassLoader connectors) {
        String location = config.get(TopologyKeys.SAVEPOINT_FROM).strip();
        if (location.isEmpty()) {
            return Optional.empty();
        }
        Set<String> dropped = new TreeSet<>();
        Arrays.stream(config.get(TopologyKeys.SAVEPOINT_ALLOW_DROPPED).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .forEach(dropped::add);
        return Optional.of(new SavepointOrigin(location, dropped, config.asMap(), connectors));
    }

    /** Opens the place of the savepoint, which must exist. */
    public SavepointPlace open() throws IOException {
        return SavepointPlace.existing(location, settings, connectors);
    }

    /** Reads the savepoint. */
    public Savepoint read() throws IOException {
        try (SavepointPlace place = open()) {
            return place.read();
        }
    }
}
