// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.util.Objects;

/**
 * The address of a worker and its incarnation: a restarted worker has a higher epoch.
 *
 * @param connection 0 for the connection that each pair of workers has; any other number for a further connection:
 *     several carry more together where each is limited
 */
public record PeerAddress(String host, int port, String workerId, long epoch, int connection) {

    public PeerAddress {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(workerId, "workerId");
        if (host.isBlank()) {
            throw new IllegalArgumentException(
                    "the host of worker " + workerId + " is blank: give a name or an address");
        }
        if (connection < 0) {
            throw new IllegalArgumentException(
                    "connection " + connection + " to worker " + workerId + ": it must be at least 0");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    "the port of worker " + workerId + " is " + port + ": it must be within 1..65535");
        }
    }

    /** The address for the connection that each pair of workers has. */
    public PeerAddress(String host, int port, String workerId, long epoch) {
        this(host, port, workerId, epoch, 0);
    }

    /** Returns the address of the same worker for another connection. */
    public PeerAddress over(int other) {
        return new PeerAddress(host, port, workerId, epoch, other);
    }

    @Override
    public String toString() {
        return workerId + "#" + epoch + "@" + host + ":" + port + (connection == 0 ? "" : "/" + connection);
    }
}
