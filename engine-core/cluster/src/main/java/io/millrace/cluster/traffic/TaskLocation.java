// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.cluster.model.TrafficReport.Distance;

/** The component of a task, and its place. */
public record TaskLocation(String component, String worker, String node, int executor) {

    /** Returns the distance between two tasks; null is an unknown place. */
    public static Distance between(TaskLocation one, TaskLocation other) {
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
