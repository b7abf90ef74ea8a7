package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import java.util.Map;

/** Applies the parallelism that a rebalance has set to a submitted topology. Pure. */
public final class Parallelism {

    private Parallelism() {}

    /**
     * Returns the topology with another number of executors for some components.
     *
     * @param changed the new parallelism by component; the others stay as they are
     */
    public static Topology of(Topology submitted, Map<String, Integer> changed) {
        if (changed.isEmpty()) {
            return submitted;
        }
        return new Topology(
                submitted.components().stream()
                        .map(spec -> with(spec, changed.getOrDefault(spec.id(), spec.parallelism())))
                        .toList(),
                submitted.codecs(),
                submitted.hooks());
    }

    private static ComponentSpec with(ComponentSpec spec, int parallelism) {
        return new ComponentSpec(
                spec.id(),
                spec.kind(),
                parallelism,
                spec.tasks(),
                spec.blocking(),
                spec.virtual(),
                spec.tickNanos(),
                spec.settings(),
                spec.outputs(),
                spec.inputs(),
                spec.template(),
                spec.service(),
                spec.displayName(),
                spec.snapshots());
    }
}
