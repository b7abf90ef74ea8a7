// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The way of tuples from one worker to another one of the same node: {@link TopologyKeys#NODE_LINK}. */
public enum NodeLink {
    /** Tuples go through the ring of the target executor, in shared memory. */
    RING,
    /** Tuples go over a TCP connection, as they do to a worker of another node. */
    TCP
}
