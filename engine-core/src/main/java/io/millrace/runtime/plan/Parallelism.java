package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import java.util.Map;

/** Puts what a rebalance has set in the place of what a topology was submitted with; pure. */
public final class Parallelism {

    private Parallelism() {}

    /**
     * The topology, of which the tasks of some components may be spread over another number of executors.
     *
     * @param changed by component; the others stay as they are
     */
    public static Topology of(Topology submitted, Map<String, Integer> changed) {
        if (changed.isEmpty()) {
            return submitted;
        }
        return new Topology(submitted.components().stream()
                .map(spec -> with(spec, changed.getOrDefault(spec.id(), spec.parallelism())))
                .toList());
    }

    private static ComponentSpec with(ComponentSpec spec, int parallelism) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                parallelism,
                spec.tasks(),
                spec.blocking(),
                spec.tickNanos(),
                spec.settings(),
                spec.outputs(),
                spec.inputs(),
                spec.template());
    }
}
