// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The open connections of a server. It closes connections whose client takes too long and, if there are too many, one
 * of the address that has most of them: one that has waited long for its client. So clients that send nothing, and
 * those that hold many connections, keep out nobody else. The event loop calls.
 */
final class Connections {

    private static final long SWEEP_MILLIS = 250;

    private final HttpLimits limits;
    private final LongSupplier clock;
    private final ScheduledExecutorService loop;
    private final BiConsumer<Bound, InetAddress> evicted;

    /** The connections of each address, the oldest first. */
    private final Map<InetAddress, Set<Member>> open = new LinkedHashMap<>();

    /** The connections that wait for their client, the one that has waited longest first. */
    private final Set<Member> waiting = new LinkedHashSet<>();

    private int count;
    private long heldBytes;
    private boolean sweeping;

    /** A connection. */
    interface Member {

        InetAddress address();

        /** Whether it has no request, or only the rest of one that is answered. */
        boolean isIdle();

        /** Returns when it has waited too long for its client. */
        long deadlineNanos();

        /** Returns the bytes that are kept for it. */
        long heldBytes();

        /** Its client took too long. */
        void timedOut();

        /** Ends and removes it. */
        void close();
    }

    /**
     * @param clock the clock, in nanoseconds
     * @param evicted is told of each connection that was closed for a bound
     */
    Connections(
            HttpLimits limits,
            LongSupplier clock,
            ScheduledExecutorService loop,
            BiConsumer<Bound, InetAddress> evicted) {
        this.limits = limits;
        this.clock = clock;
        this.loop = loop;
        this.evicted = evicted;
    }

    /** Takes a new connection. If it is one too many, another one is closed for it, or itself. */
    void add(Member connection) {
        Set<Member> same = open.computeIfAbsent(connection.address(), first -> new LinkedHashSet<>());
        same.add(connection);
        count++;
        if (same.size() > limits.connectionsPerAddress()) {
            evict(longestWaiting(same::contains).orElse(connection), Bound.CONNECTIONS_PER_ADDRESS);
        } else if (count > limits.connections()) {
            evict(leastMissed(), Bound.CONNECTIONS);
        }
        if (!sweeping) {
            sweeping = true;
            loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void remove(Member connection) {
        waiting.remove(connection);
        Set<Member> same = open.getOrDefault(connection.address(), Set.of());
        if (same.contains(connection)) {
            same.remove(connection);
            count--;
            if (same.isEmpty()) {
                open.remove(connection.address());
            }
        }
    }

    /** Marks a connection as waiting for its client from now on. Returns when it has waited too long. */
    long waits(Member connection, long nanos) {
        waiting.remove(connection);
        if (isOpen(connection)) {
            waiting.add(connection);
        }
        return clock.getAsLong() + nanos;
    }

    private boolean isOpen(Member connection) {
        return open.getOrDefault(connection.address(), Set.of()).contains(connection);
    }

    /** Marks a connection as not waiting for its client. */
    void works(Member connection) {
        waiting.remove(connection);
    }

    /** Counts bytes that are kept for a connection; negative ones are no longer kept. */
    void hold(Member connection, long bytes) {
        heldBytes += bytes;
        while (bytes > 0 && heldBytes > limits.heldBytes()) {
            Optional<Member> slowest = longestWaiting(other -> other != connection && other.heldBytes() > 0);
            if (slowest.isEmpty()) {
                return;
            }
            evict(slowest.get(), Bound.HELD_BYTES);
        }
    }

    int count() {
        return count;
    }

    void closeAll() {
        List<Member> all = new ArrayList<>();
        open.values().forEach(all::addAll);
        all.forEach(Member::close);
    }

    int waiting() {
        return waiting.size();
    }

    /** Returns when the connection that began to wait last has waited too long; 0 if none waits. */
    long waitsUntilNanos() {
        return waiting.stream()
                .reduce((one, next) -> next)
                .map(Member::deadlineNanos)
                .orElse(0L);
    }

    private void evict(Member connection, Bound bound) {
        connection.close();
        evicted.accept(bound, connection.address());
    }

    /**
     * Returns the one that has waited longest for its client: of those with a request, or of those without one,
     * whichever are more. So a crowd of the one kind does not drive out a few of the other.
     */
    private Optional<Member> longestWaiting(Predicate<Member> which) {
        Map<Boolean, List<Member>> byIdle =
                waiting.stream().filter(which).collect(Collectors.partitioningBy(Member::isIdle));
        List<Member> idle = byIdle.get(true);
        List<Member> busy = byIdle.get(false);
        return (idle.size() >= busy.size() ? idle : busy).stream().findFirst();
    }

    /** Returns a connection of the addresses that have most: the one that waits longest, or the oldest if all work. */
    private Member leastMissed() {
        int most = open.values().stream().mapToInt(Set::size).max().orElse(0);
        return longestWaiting(one -> open.get(one.address()).size() == most)
                .orElseGet(() -> open.values().stream()
                        .filter(same -> same.size() == most)
                        .findFirst()
                        .orElseThrow()
                        .iterator()
                        .next());
    }

    private void sweep() {
        long now = clock.getAsLong();
        List<Member> late = new ArrayList<>();
        for (Member connection : waiting) {
            if (connection.deadlineNanos() - now <= 0) {
                late.add(connection);
            }
        }
        late.forEach(Member::timedOut);
        sweeping = count > 0;
        if (sweeping) {
            loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
