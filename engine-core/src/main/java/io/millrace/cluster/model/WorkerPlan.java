package io.millrace.cluster.model;

import java.util.List;

/** Which tasks a worker runs, where, and on how many executors. */
public record WorkerPlan(String worker, String node, int executors, List<Integer> tasks) {

    public WorkerPlan on(String otherNode, int otherExecutors) {
        return new WorkerPlan(worker, otherNode, otherExecutors, tasks);
    }
}
