// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Judgement;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last decisions of the automatic mode by topology id. Equal decisions in a row are one entry, so that they do not
 * displace moves. The rebalancer's loop writes, any thread reads.
 */
public final class DecisionLog {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

    /** The most decisions that are kept of one topology. */
    static final int MOST = 200;

    private final Clock clock;
    private final Map<String, Deque<RebalanceDecision>> decisions = new HashMap<>();

    public DecisionLog(Clock clock) {
        this.clock = clock;
    }

    synchronized void add(String topologyId, Judgement judgement) {
        long now = clock.millis();
        RebalanceDecision next = new RebalanceDecision(
                now, now, 1, judgement.verdict(), judgement.reason(), judgement.figures(), judgement.number());
        Deque<RebalanceDecision> own = decisions.computeIfAbsent(topologyId, none -> new ArrayDeque<>());
        RebalanceDecision last = own.peekLast();
        if (last != null && last.verdict() == next.verdict() && next.verdict() != Verdict.MOVED) {
            own.removeLast();
            own.addLast(last.again(next));
            return;
        }
        own.addLast(next);
        if (own.size() > MOST) {
            own.removeFirst();
        }
        LOG.info("automatic rebalancing of {}: {}, {}", topologyId, next.verdict(), next.reason());
    }

    /** Returns the decisions, the oldest first. */
    public synchronized List<RebalanceDecision> of(String topologyId) {
        return List.copyOf(decisions.getOrDefault(topologyId, new ArrayDeque<>()));
    }

    synchronized void retain(Set<String> topologyIds) {
        decisions.keySet().retainAll(topologyIds);
    }
}
