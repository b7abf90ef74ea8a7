// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.util.Objects;

/**
 * Submits a topology from the main class of a topology jar. The program that runs the main class decides on the target:
 * {@code millrace submit} sends it to the cluster, {@code millrace local} to an embedded one.
 */
public final class TopologySubmitter {

    /** Receives the topologies that a main class submits. Implemented by the program that runs it. */
    @FunctionalInterface
    public interface Target {

        /** Called by the thread that submits. The name is well-formed and the settings are checked. */
        void submit(String name, Topology topology, Config config);

        /** Returns the handle of a topology that was submitted, see {@link TopologySubmitter#submitted}. */
        default SubmittedTopology submitted(String name) {
            throw new TopologyException(
                    "topology '" + name + "' cannot be reached: the program that runs this main class only submits");
        }
    }

    private static final InheritableThreadLocal<Target> TARGET = new InheritableThreadLocal<>();

    private TopologySubmitter() {}

    /**
     * Submits a topology.
     *
     * @param name see {@link Topology#checkName}
     * @param config keys of {@link TopologyKeys} and the author's own
     * @throws TopologyException if the topology is not accepted, or the program was not started by {@code millrace}
     */
    public static void submit(String name, Topology topology, Config config) {
        Topology.checkName(name);
        if (topology == null || config == null) {
            throw new TopologyException("topology '" + name + "': its " + (topology == null ? "graph" : "configuration")
                    + " is null: give one");
        }
        ConfigKeys.check(config, TopologyKeys.all());
        topology.check(config, Thread.currentThread().getContextClassLoader());
        Target target = TARGET.get();
        if (target == null) {
            throw new TopologyException("no cluster to submit '" + name + "' to: start this jar with"
                    + " 'millrace submit' or 'millrace local', or embed the engine with Millrace.local()");
        }
        target.submit(name, topology, config);
    }

    /**
     * Returns a handle of a topology, for a main class that follows or ends what it has submitted.
     *
     * @param name the name under which this main class has submitted it
     * @throws TopologyException if it has not, or the program was not started by {@code millrace}
     */
    public static SubmittedTopology submitted(String name) {
        Target target = TARGET.get();
        if (target == null) {
            throw new TopologyException("no cluster that has '" + name + "': start this jar with"
                    + " 'millrace submit' or 'millrace local', or embed the engine with Millrace.local()");
        }
        return target.submitted(name);
    }

    /** Runs a main class. Its submissions, also those of threads that it starts, go to {@code target}. */
    public static void with(Target target, Runnable main) {
        Target before = TARGET.get();
        TARGET.set(Objects.requireNonNull(target));
        try {
            main.run();
        } finally {
            if (before == null) {
                TARGET.remove();
            } else {
                TARGET.set(before);
            }
        }
    }
}
