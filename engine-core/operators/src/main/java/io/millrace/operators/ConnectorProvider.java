// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.Bolt;
import io.millrace.api.Spout;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Makes the source and the sink of a connector, behind {@link Spouts} and {@link Sinks}. Found by {@link ServiceLoader}
 * in the topology's jar and beside it, so that the engine knows no connector. Authors of topologies call {@code Spouts}
 * and {@code Sinks}, or the connector's own classes, which have all of its options.
 */
public interface ConnectorProvider {

    /** Returns the connector's name, such as {@code kafka}. */
    String name();

    /**
     * Makes a source.
     *
     * @param settings the settings of the method of {@link Spouts} that was called
     * @param format the format of the messages, or null for the connector's own
     * @throws TopologyException if the connector has no source, or a setting is wrong
     */
    default Spout source(Map<String, String> settings, ReadFormat format) {
        throw new TopologyException("the connector " + name() + " has no source: use it as a sink");
    }

    /**
     * Makes a sink.
     *
     * @param settings the settings of the method of {@link Sinks} that was called
     * @param format the format of the messages, or null for the connector's own
     * @throws TopologyException if the connector has no sink, or a setting is wrong
     */
    default Bolt sink(Map<String, String> settings, WriteFormat format) {
        throw new TopologyException("the connector " + name() + " has no sink: use it as a source");
    }

    /**
     * Finds a connector.
     *
     * @throws TopologyException if the connector is not on the class path
     */
    static ConnectorProvider of(String name) {
        // A topology's classes may be in a loader of their own, whose parent is the engine's
        ClassLoader own = ConnectorProvider.class.getClassLoader();
        ClassLoader topologys = Thread.currentThread().getContextClassLoader();
        try {
            return Stream.of(topologys == null ? own : topologys, own)
                    .flatMap(loader -> ServiceLoader.load(ConnectorProvider.class, loader).stream())
                    .map(ServiceLoader.Provider::get)
                    .filter(provider -> provider.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TopologyException("the connector '" + name
                            + "' is not on the class path: add io.millrace:millrace-connector-" + name
                            + " to the topology's jar, or pass its directory as --lib"));
        } catch (ServiceConfigurationError e) {
            throw new TopologyException("the connector '" + name + "' cannot be loaded: " + e.getMessage(), e);
        }
    }
}
