package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.Map;

/** Knows who talks to whom in a running topology, and how busy its tasks are. Any thread. */
interface TrafficSource {

    /** Two tasks, the first of which sends to the second. */
    record Pair(int from, int to) {}

    /**
     * What is known.
     *
     * @param messagesPerSecond by pair; a pair that is not there has none
     * @param load CPU by task, in any unit; 1 for a task that is not there
     * @param isMeasured false if it follows from the topology's groupings alone
     */
    record Traffic(Map<Pair, Long> messagesPerSecond, Map<Integer, Long> load, boolean isMeasured) {}

    /** What is known of this topology. */
    Traffic of(TopologyView topology, Topology components, ClusterView view);
}
