package io.millrace.transport;

import java.util.Objects;

/** Where a worker listens, and which incarnation of it is meant: a restarted worker has a higher epoch. */
public record PeerAddress(String host, int port, String workerId, long epoch) {

    public PeerAddress {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(workerId, "workerId");
        if (host.isBlank()) {
            throw new IllegalArgumentException(
                    "the host of worker " + workerId + " is blank: give a name or an address");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    "the port of worker " + workerId + " is " + port + ": it must be within 1..65535");
        }
    }

    @Override
    public String toString() {
        return workerId + "#" + epoch + "@" + host + ":" + port;
    }
}
