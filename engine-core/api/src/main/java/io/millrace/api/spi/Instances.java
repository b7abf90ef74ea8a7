// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.spi;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;

/**
 * Makes the instance that the engine calls for a task: the author's, or the one of a test. Called by the thread that
 * opens the task.
 */
@FunctionalInterface
public interface Instances {

    /** Makes the author's instance, by {@link ComponentSpec#instantiate}. */
    Instances AUTHORS = (spec, task, loader) -> spec.instantiate(loader);

    /**
     * Makes a spout for a spout, and a {@link io.millrace.api.Bolt} or {@link io.millrace.api.BasicBolt} for either
     * kind of bolt.
     *
     * @param loader a class loader that sees the author's classes
     */
    Component make(ComponentSpec spec, int task, ClassLoader loader);

    /**
     * Whether {@link #make} is also called where the engine has a component of its own, at an end of the topology where
     * a service feeds or takes.
     */
    default boolean replacesEngines(ComponentSpec spec) {
        return false;
    }
}
