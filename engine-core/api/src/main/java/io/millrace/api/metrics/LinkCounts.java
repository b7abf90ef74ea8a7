// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * Tuples sent over each kind of link.
 *
 * @param direct tuples to tasks of the same executor
 * @param queue tuples to other executors of the worker
 * @param ring tuples to other workers of the node
 * @param net tuples to other nodes, and with {@code topology.link.node: tcp} also to other workers of the node
 */
public record LinkCounts(long direct, long queue, long ring, long net) {

    public static final LinkCounts NONE = new LinkCounts(0, 0, 0, 0);

    public LinkCounts plus(LinkCounts other) {
        return new LinkCounts(direct + other.direct, queue + other.queue, ring + other.ring, net + other.net);
    }

    public long total() {
        return direct + queue + ring + net;
    }
}
