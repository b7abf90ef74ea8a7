// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.model.RebalanceRecord.Phase;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Estimates the pause of a topology's sources during a rebalance, by its last rebalance and the size of its state. The
 * rebalance driver observes on the controller's loop; any thread may read.
 */
public final class PauseEstimates {

    /** The estimate before the first rebalance. */
    private static final double UNKNOWN_SECONDS = 1;

    /** The time in which new workers open components after the last step. */
    private static final double OPENING_SECONDS = 0.5;

    /**
     * The rate at which all tasks read the snapshot with which they begin: a disk and a connection of 1 Gbit/s are near
     * this.
     */
    private static final double STATE_BYTES_PER_SECOND = 100e6;

    private final Map<String, Long> pausingSinceMillis = new HashMap<>();
    private final Map<String, Long> lastMillis = new HashMap<>();

    synchronized void observe(String topologyId, Phase phase, long millis) {
        if (phase.pauses()) {
            // A new leader during a handover does not know the start of the pause
            if (phase == Phase.PAUSING) {
                pausingSinceMillis.putIfAbsent(topologyId, millis);
            }
            return;
        }
        Long since = pausingSinceMillis.remove(topologyId);
        if (since != null && phase == Phase.DONE) {
            lastMillis.put(topologyId, millis - since);
        }
    }

    /** @param stateBytes the bytes of the topology's last snapshot; 0 if it takes none */
    public synchronized double expectedSeconds(String topologyId, long stateBytes) {
        Long last = lastMillis.get(topologyId);
        double pause = last == null ? UNKNOWN_SECONDS : last / 1e3 + OPENING_SECONDS;
        return pause + stateBytes / STATE_BYTES_PER_SECOND;
    }

    synchronized void retain(Set<String> topologyIds) {
        pausingSinceMillis.keySet().retainAll(topologyIds);
        lastMillis.keySet().retainAll(topologyIds);
    }
}
