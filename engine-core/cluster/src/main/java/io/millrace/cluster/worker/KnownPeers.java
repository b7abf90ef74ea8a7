// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The peers to which a worker keeps links: registered ones and, for some time, those whose registration has
 * disappeared. A registration disappears with its session, and a session also ends while its worker runs: when
 * ZooKeeper was away for longer than a session, all sessions end at once. A link that was dropped then would lose the
 * tuples in flight. A peer therefore stays until it starts again, is not wanted any more, or has had the time in which
 * a live worker registers anew. Owned by one loop.
 */
final class KnownPeers {

    private record Known(PeerEndpoint endpoint, long registeredMillis) {}

    private final long keptMillis;
    private final Map<String, Known> known = new HashMap<>();
    private boolean keeps;

    /** @param keptMillis the time for which a peer is kept after it was seen registered for the last time */
    KnownPeers(long keptMillis) {
        this.keptMillis = keptMillis;
    }

    /**
     * Returns the wanted peers that are up, as far as can be known.
     *
     * @param nowMillis the time by a monotonic clock
     */
    Set<PeerEndpoint> up(TopologyView view, Set<String> wanted, long nowMillis) {
        keeps = false;
        known.keySet().retainAll(wanted);
        Set<PeerEndpoint> up = new HashSet<>();
        for (String name : wanted) {
            PeerEndpoint registered = view.workers().get(name);
            if (registered != null) {
                known.put(name, new Known(registered, nowMillis));
                up.add(registered);
                continue;
            }
            Known last = known.get(name);
            if (last == null) {
                continue;
            }
            if (nowMillis - last.registeredMillis() < keptMillis
                    && isLastStart(last.endpoint(), view.starts().get(name))) {
                keeps = true;
                up.add(last.endpoint());
            } else {
                known.remove(name);
            }
        }
        return up;
    }

    /**
     * Whether the last answer has a peer that is not registered, so that another answer is due although the view does
     * not change.
     */
    boolean keeps() {
        return keeps;
    }

    /** Whether this is the peer's last start: a later start, or none, proves that the process is gone. */
    private static boolean isLastStart(PeerEndpoint peer, WorkerStart start) {
        return start != null && start.epoch() == peer.epoch();
    }
}
