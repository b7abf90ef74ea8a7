// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * A request for a snapshot that begins after now. It is fulfilled when the pointer says so, see
 * {@link Pointer#fulfils}; until then it may be made again, to any coordinator.
 *
 * @param kind kind of the requester
 * @param number number of the request, ascending within the kind; from 1
 */
public record SnapshotRequest(String kind, long number) {

    /** The kind of requests of rebalances; the number is the epoch of the assignment. */
    public static final String REBALANCE = "rebalance";
}
