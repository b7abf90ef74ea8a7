// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.util.stream.Stream;

/** The time-outs of spouts' trees. Stateless. */
public final class Timeouts {

    private Timeouts() {}

    /** Returns the shortest time-out in nanoseconds; {@link Long#MAX_VALUE} if there are no spouts. */
    public static long shortest(Stream<ComponentSpec> spouts, Config topology) {
        return spouts.mapToLong(spec -> topology.with(Config.of(spec.settings()))
                        .get(TopologyKeys.MESSAGE_TIMEOUT)
                        .toNanos())
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
