package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.List;

/** Finds batches that wait for so long that their tuples time out. */
final class BatchChecks {

    private BatchChecks() {}

    /** @param loader sees the author's classes */
    static void check(List<ComponentSpec> components, Config config, ClassLoader loader) {
        if (config.get(TopologyKeys.GUARANTEE) != Guarantee.AT_LEAST_ONCE) {
            // No tuple times out
            return;
        }
        Problems problems = new Problems();
        for (ComponentSpec component : components) {
            BatchWait wait = waitOf(component, loader);
            if (wait != null) {
                components.stream()
                        .filter(each -> each.kind() == ComponentSpec.Kind.SPOUT)
                        .forEach(spout -> check(component, wait, spout, config, problems));
            }
        }
        problems.throwIfAny();
    }

    private static void check(
            ComponentSpec component, BatchWait wait, ComponentSpec spout, Config config, Problems problems) {
        Duration timeout = config.with(Config.of(spout.settings())).get(TopologyKeys.MESSAGE_TIMEOUT);
        if (wait.longest().compareTo(timeout) >= 0) {
            problems.add(Names.component(component.id()) + ": a batch waits for up to " + Units.duration(wait.longest())
                    + ", and tuples of spout " + Names.quoted(spout.id()) + " time out after " + Units.duration(timeout)
                    + ": let it wait for less, or raise " + TopologyKeys.MESSAGE_TIMEOUT.name());
        }
    }

    /** Returns null if the component makes no batches. */
    private static BatchWait waitOf(ComponentSpec component, ClassLoader loader) {
        if (component.kind() != ComponentSpec.Kind.BOLT) {
            return null;
        }
        try {
            return component.instantiate(loader) instanceof BatchingBolt batching ? batching.maxWait() : null;
        } catch (TopologyException e) {
            // The worker that cannot make it says so
            return null;
        }
    }
}
