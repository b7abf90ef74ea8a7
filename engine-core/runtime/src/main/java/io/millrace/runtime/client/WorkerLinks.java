// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.transport.Peer;
import java.util.List;

/**
 * The links to the executors of one start of a worker.
 *
 * @param connection connection to a worker of another node; null if the rings of the worker are used
 */
record WorkerLinks(PeerEndpoint worker, Peer connection, List<ExecutorLink> links) {

    /** Returns how many messages the connection has dropped. */
    long drops() {
        return connection == null
                ? 0
                : connection.counters().drops().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    void close() {
        links.forEach(ExecutorLink::close);
        if (connection != null) {
            connection.close();
        }
    }
}
