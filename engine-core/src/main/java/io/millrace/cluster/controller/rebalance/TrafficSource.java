package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPair;
import java.util.Map;

/** Knows who talks to whom in a running topology, and how busy its tasks are. Any thread. */
public interface TrafficSource {

    /**
     * What is known.
     *
     * @param messagesPerSecond by pair; a pair that is not there has none
     * @param load CPU by task, in any unit; 1 for a task that is not there
     * @param isMeasured false if it follows from the topology's groupings alone
     */
    record Traffic(Map<TaskPair, Long> messagesPerSecond, Map<Integer, Long> load, boolean isMeasured) {}

    /** What is known of this topology. */
    Traffic of(TopologyView topology, Topology components, ClusterView view);
}
