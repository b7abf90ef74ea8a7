// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;

/** The tasks of a worker, its node, and its number of executors. A worker without tasks forwards tuples of others. */
public record WorkerPlan(String worker, String node, int executors, List<Integer> tasks) {

    public boolean relays() {
        return tasks.isEmpty();
    }

    public WorkerPlan on(String otherNode, int otherExecutors) {
        return new WorkerPlan(worker, otherNode, otherExecutors, tasks);
    }
}
