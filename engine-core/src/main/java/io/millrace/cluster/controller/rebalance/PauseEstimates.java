package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.model.RebalanceRecord.Phase;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Estimates how long sources of a topology pause during a rebalance, by its last one. The rebalance driver observes on
 * the controller's loop; any thread may read.
 */
public final class PauseEstimates {

    /** The estimate before the first rebalance. */
    private static final double UNKNOWN_SECONDS = 1;

    /** The time in which new workers open components after the last step. */
    private static final double OPENING_SECONDS = 0.5;

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

    public synchronized double expectedSeconds(String topologyId) {
        Long last = lastMillis.get(topologyId);
        return last == null ? UNKNOWN_SECONDS : last / 1e3 + OPENING_SECONDS;
    }

    synchronized void retain(Set<String> topologyIds) {
        pausingSinceMillis.keySet().retainAll(topologyIds);
        lastMillis.keySet().retainAll(topologyIds);
    }
}
