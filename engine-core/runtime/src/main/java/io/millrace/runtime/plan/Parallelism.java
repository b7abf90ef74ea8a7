// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import java.util.Map;

/** Applies the numbers of executors and tasks that rebalances have set to a submitted topology. Pure. */
public final class Parallelism {

    private Parallelism() {}

    /**
     * Returns the topology with other numbers of executors and tasks for some components.
     *
     * @param executors new parallelism by component; other components stay as they are
     * @param tasks new number of tasks by component; other components stay as they are
     */
    public static Topology of(Topology submitted, Map<String, Integer> executors, Map<String, Integer> tasks) {
        if (executors.isEmpty() && tasks.isEmpty()) {
            return submitted;
        }
        return new Topology(
                submitted.components().stream()
                        .map(spec -> with(
                                spec,
                                executors.getOrDefault(spec.id(), spec.parallelism()),
                                tasks.getOrDefault(spec.id(), spec.tasks())))
                        .toList(),
                submitted.codecs(),
                submitted.hooks());
    }

    private static ComponentSpec with(ComponentSpec spec, int parallelism, int tasks) {
        ComponentSpec.Execution changed = new ComponentSpec.Execution(
                Math.min(parallelism, tasks), tasks, spec.blocking(), spec.virtual(), spec.tickNanos());
        return new ComponentSpec(
                spec.id(), spec.kind(), changed, spec.settings(), spec.connections(), spec.template(), spec.traits());
    }
}
