// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;

/** The size of the rings of a topology. */
public final class RingSizes {

    private RingSizes() {}

    /** Returns the capacity: the configured size, rounded up to a power of two. */
    public static int ringBytes(Config config) {
        int wanted = Math.toIntExact(config.get(TopologyKeys.RING_BYTES));
        int power = Integer.highestOneBit(wanted);
        return power == wanted ? power : 2 * power;
    }
}
