// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of a daemon. It closes connections whose client takes too long and, if there are too many, those
 * that have waited longest for their client. Clients that send nothing can therefore not keep out a client that does.
 * The event loop calls.
 */
final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SWEEP_MILLIS = 250;
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final HttpLimits limits;
    private final LongSupplier clock;
    private final ScheduledExecutorService loop;
    private final Set<HttpConnection> open = new HashSet<>();

    /** The connections that wait for their client, the one that has waited longest first. */
    private final Set<HttpConnection> waiting = new LinkedHashSet<>();

    private final Map<InetAddress, Integer> perAddress = new HashMap<>();
    private long heldBytes;
    private boolean sweeping;
    private boolean warned;
    private long warnedNanos;

    /** @param clock the clock, in nanoseconds */
    Connections(HttpLimits limits, LongSupplier clock, ScheduledExecutorService loop) {
        this.limits = limits;
        this.clock = clock;
        this.loop = loop;
    }

    /** Takes a new connection. If it is one too many and none waits for its client, it is closed. */
    void add(HttpConnection connection) {
        open.add(connection);
        int same = perAddress.merge(connection.address(), 1, Integer::sum);
        boolean closed = true;
        if (same > limits.connectionsPerAddress()) {
            closed = evict(
                    other -> other.address().equals(connection.address()),
                    limits.connectionsPerAddress() + " connections of " + connection.address());
        } else if (open.size() > limits.connections()) {
            closed = evict(other -> true, limits.connections() + " connections");
        }
        if (!closed) {
            connection.close();
        }
        if (!sweeping) {
            sweeping = true;
            loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void remove(HttpConnection connection) {
        waiting.remove(connection);
        if (open.remove(connection)) {
            perAddress.computeIfPresent(connection.address(), (address, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Marks a connection as waiting for its client from now on. Returns when it has waited too long. */
    long waits(HttpConnection connection, long nanos) {
        waiting.remove(connection);
        if (open.contains(connection)) {
            waiting.add(connection);
        }
        return clock.getAsLong() + nanos;
    }

    /** Marks a connection as not waiting for its client. */
    void works(HttpConnection connection) {
        waiting.remove(connection);
    }

    /** Counts bytes that are kept for a connection; negative ones are no longer kept. */
    void hold(HttpConnection connection, long bytes) {
        heldBytes += bytes;
        while (bytes > 0
                && heldBytes > limits.heldBytes()
                && evict(
                        other -> other != connection && other.heldBytes() > 0,
                        limits.heldBytes() + " bytes of requests and replies")) {
            // The loop takes the next connection.
        }
    }

    int count() {
        return open.size();
    }

    void closeAll() {
        List.copyOf(open).forEach(HttpConnection::close);
    }

    int waiting() {
        return waiting.size();
    }

    /** Returns when the connection that began to wait last has waited too long; 0 if none waits. */
    long waitsUntilNanos() {
        return waiting.stream()
                .reduce((one, next) -> next)
                .map(HttpConnection::deadlineNanos)
                .orElse(0L);
    }

    private boolean evict(Predicate<HttpConnection> which, String tooMuch) {
        HttpConnection longest = waiting.stream().filter(which).findFirst().orElse(null);
        if (longest == null) {
            return false;
        }
        longest.close();
        long now = clock.getAsLong();
        if (!warned || now - warnedNanos > WARNING_NANOS) {
            warned = true;
            warnedNanos = now;
            LOG.warn("there are more than {}: those that wait longest for their client are closed", tooMuch);
        }
        return true;
    }

    private void sweep() {
        long now = clock.getAsLong();
        List<HttpConnection> late = new ArrayList<>();
        for (HttpConnection connection : waiting) {
            if (connection.deadlineNanos() - now <= 0) {
                late.add(connection);
            }
        }
        late.forEach(HttpConnection::timedOut);
        sweeping = !open.isEmpty();
        if (sweeping) {
            loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
