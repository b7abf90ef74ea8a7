// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.json.Inline;

/**
 * The endpoint that a service of another process publishes before it feeds a topology, asks it or takes its results.
 *
 * @param client name of the client, different for each connection of each process
 * @param id the name as a number, which its messages carry
 * @param host host on which its transport listens; empty if no worker runs on another node
 * @param port port on which its transport listens; 0 if no worker runs on another node
 */
public record ClientEndpoint(String client, long id, @Inline Neighbour neighbour, String host, int port) {

    /** The epoch of all services: each has a name of its own, so there is only one. */
    public static final long EPOCH = 1;

    /**
     * What it is to workers of its node, which share memory with it.
     *
     * @param node empty if there is none
     * @param lockFile the file whose kernel lock proves that the process lives; empty without a node
     * @param ring its inbound ring; empty without a node
     */
    public record Neighbour(String node, long pid, String lockFile, String ring) {}
}
