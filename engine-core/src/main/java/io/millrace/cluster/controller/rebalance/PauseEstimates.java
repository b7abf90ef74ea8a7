package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.model.RebalanceRecord.Phase;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How long sources of a topology pause while its tasks move, by what was seen the last time. The rebalance driver tells, on
 * the controller's loop; any thread may ask.
 */
public final class PauseEstimates {

    /** Where none was seen yet. */
    private static final double UNKNOWN_SECONDS = 1;

    /** What new workers take to open components after the last step. */
    private static final double OPENING_SECONDS = 0.5;

    private final Map<String, Long> pausingSinceMillis = new HashMap<>();
    private final Map<String, Long> lastMillis = new HashMap<>();

    /** A topology's rebalance is in this phase. */
    synchronized void observe(String topologyId, Phase phase, long millis) {
        if (phase.pauses()) {
            // Whoever begins to lead during a handover has not seen since when
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
