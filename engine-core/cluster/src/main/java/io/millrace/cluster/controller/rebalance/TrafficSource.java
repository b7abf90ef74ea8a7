// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.TaskPair;
import java.util.HashMap;
import java.util.Map;

/** A source of the traffic between tasks and of their load. Any thread. */
public interface TrafficSource {

    /**
     * The traffic and load of a topology.
     *
     * @param messagesPerSecond the rate of messages by pair of tasks; 0 for a missing pair
     * @param load CPU by task, in any unit; 1 for a missing task
     * @param isMeasured false if it is derived from the topology's groupings
     */
    record Traffic(Map<TaskPair, Long> messagesPerSecond, Map<Integer, Long> load, boolean isMeasured) {

        /** Returns the traffic between the first tasks, without that of dormant ones. */
        Traffic among(int tasks) {
            Map<TaskPair, Long> among = new HashMap<>(messagesPerSecond);
            among.keySet().removeIf(pair -> pair.source() > tasks || pair.target() > tasks);
            return new Traffic(among, load, isMeasured);
        }
    }

    Traffic of(TopologyView topology, Topology components, ClusterView view);
}
