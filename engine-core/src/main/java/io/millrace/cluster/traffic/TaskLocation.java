package io.millrace.cluster.traffic;

import io.millrace.cluster.model.TrafficReport.Distance;

/** Which component a task is of, and where it runs. */
public record TaskLocation(String component, String worker, String node, int executor) {

    /** What lies between two tasks; either may be null if its place is not known. */
    static Distance between(TaskLocation one, TaskLocation other) {
        if (one == null || other == null) {
            return Distance.UNKNOWN;
        }
        if (!one.node.equals(other.node)) {
            return Distance.REMOTE;
        }
        if (!one.worker.equals(other.worker)) {
            return Distance.NODE;
        }
        return one.executor == other.executor ? Distance.EXECUTOR : Distance.WORKER;
    }
}
