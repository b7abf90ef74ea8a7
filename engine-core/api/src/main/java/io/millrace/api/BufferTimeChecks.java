// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.List;

/** Finds bolts that hold inputs for so long that their tuples time out. */
final class BufferTimeChecks {

    private BufferTimeChecks() {}

    /** @param loader sees the author's classes */
    static void check(List<ComponentSpec> components, Config config, ClassLoader loader) {
        if (config.get(TopologyKeys.GUARANTEE) != Guarantee.AT_LEAST_ONCE) {
            // No tuple of the topology times out
            return;
        }
        Problems problems = new Problems();
        for (ComponentSpec component : components) {
            Duration hold = longestBuffering(component, loader);
            if (!hold.isZero()) {
                components.stream()
                        .filter(each -> each.kind() == ComponentSpec.Kind.SPOUT)
                        .forEach(spout -> check(component, hold, spout, config, problems));
            }
        }
        problems.throwIfAny();
    }

    private static void check(
            ComponentSpec component, Duration hold, ComponentSpec spout, Config config, Problems problems) {
        Duration timeout = config.with(Config.of(spout.settings())).get(TopologyKeys.MESSAGE_TIMEOUT);
        if (hold.compareTo(timeout) >= 0) {
            problems.add(Names.component(component.id()) + ": it holds inputs for up to " + Units.duration(hold)
                    + ", and tuples of spout " + Names.quoted(spout.id()) + " time out after " + Units.duration(timeout)
                    + ": let it hold them for less, or raise " + TopologyKeys.MESSAGE_TIMEOUT.name());
        }
    }

    private static Duration longestBuffering(ComponentSpec component, ClassLoader loader) {
        if (component.kind() != ComponentSpec.Kind.BOLT) {
            return Duration.ZERO;
        }
        try {
            return component.instantiate(loader) instanceof BuffersInputs bolt
                    ? bolt.longestBuffering()
                    : Duration.ZERO;
        } catch (TopologyException e) {
            // The worker that cannot make the instance reports the mistake
            return Duration.ZERO;
        }
    }
}
