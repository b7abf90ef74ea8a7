// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.spi.Instances;
import io.millrace.runtime.task.Capability;
import java.util.List;

/**
 * The components that a worker runs.
 *
 * @param instances maker of the component instance of each task
 * @param observers capabilities that take part in tasks after the engine's own
 */
public record Components(Instances instances, List<Capability> observers) {

    /** The author's components, which nothing observes. */
    public static final Components AUTHORS = new Components(Instances.AUTHORS, List.of());

    public Components {
        observers = List.copyOf(observers);
    }
}
