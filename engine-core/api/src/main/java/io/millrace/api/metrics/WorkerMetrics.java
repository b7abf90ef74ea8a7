// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * One worker of a topology.
 *
 * @param pid process id
 * @param epoch the epoch, which grows with every start of this worker
 * @param starts the number of its starts
 * @param registered whether it is running and has joined the topology
 */
public record WorkerMetrics(
        String worker, String node, long pid, long epoch, int starts, boolean registered, LinkCounts links) {

    /** Returns the same with other links. */
    public WorkerMetrics with(LinkCounts counted) {
        return new WorkerMetrics(worker, node, pid, epoch, starts, registered, counted);
    }
}
