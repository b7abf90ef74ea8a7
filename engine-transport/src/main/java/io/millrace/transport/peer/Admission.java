// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Refusal;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides who may connect: the newest incarnation of each expected worker, with its latest connection. The claims of a
 * peer count only when it has proven that it belongs to the submission. Shared by the event loops of a transport, and
 * locked, because it is called only a few times per connection.
 */
public final class Admission {

    /**
     * Exactly one of these: refused; to be asked again when others are expected; accepted after {@code replaced} is
     * closed; accepted at once (all fields empty).
     */
    record Verdict(Refusal refusal, boolean waits, InboundConnection replaced) {}

    /** The state of one connection of a worker. */
    private static final class Worker {
        private long epoch;
        private long process;
        private long attempt;
        private InboundConnection connection;
    }

    final RefusalLog refusalLog;

    private final int maxPeers;
    private final Map<String, Worker> workers = new LinkedHashMap<>();

    /** The connections that have proven nothing, the oldest first, with their hosts. */
    private final Map<InboundConnection, String> unproven = new LinkedHashMap<>();

    private final Map<String, Integer> unprovenOfHost = new HashMap<>();

    /** The connections whose workers have proven their identity, and are not expected yet. */
    private final Set<InboundConnection> waiting = new LinkedHashSet<>();

    private final Set<InboundConnection> known = new LinkedHashSet<>();

    /** The epochs that were granted, by the name of the worker or service; null before the first {@link #expect}. */
    private Map<String, Long> expected;

    /** The newest epochs that have been up, by name. */
    private Map<String, Long> up = Map.of();

    public Admission(Endpoint endpoint) {
        this.maxPeers = endpoint.config.limits().maxPeers();
        this.refusalLog = new RefusalLog(endpoint.clock);
    }

    /** See {@link io.millrace.transport.Transport#expect}. */
    public void expect(Map<String, Long> epochs, Map<String, Long> newestUp) {
        List<InboundConnection> asked;
        synchronized (this) {
            expected = Map.copyOf(epochs);
            up = Map.copyOf(newestUp);
            asked = List.copyOf(waiting);
        }
        asked.forEach(InboundConnection::executeAdmission);
    }

    /**
     * Registers a connection that has proven nothing yet. If there are too many, the caller closes the returned one:
     * the oldest of the host that has most of them. So a flood keeps out no worker of another host, and none that
     * proves its identity before as many newer connections have come.
     */
    synchronized InboundConnection enter(InboundConnection connection) {
        String host = host(connection.channel().remoteAddress());
        unproven.put(connection, host);
        unprovenOfHost.merge(host, 1, Integer::sum);
        if (unproven.size() <= maxPeers) {
            return null;
        }
        int most = Collections.max(unprovenOfHost.values());
        for (Map.Entry<InboundConnection, String> entry : unproven.entrySet()) {
            if (unprovenOfHost.get(entry.getValue()) == most) {
                forget(entry.getKey());
                return entry.getKey();
            }
        }
        throw new IllegalStateException("no host has " + most + " connections");
    }

    private void forget(InboundConnection connection) {
        String host = unproven.remove(connection);
        if (host != null) {
            unprovenOfHost.computeIfPresent(host, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    static String host(SocketAddress from) {
        return from instanceof InetSocketAddress address ? address.getHostString() : String.valueOf(from);
    }

    /** @param hello the HELLO of a peer that has proven it */
    synchronized Verdict admit(Hello hello, InboundConnection connection) {
        forget(connection);
        if (!isExpected(hello)) {
            if (waiting.size() >= maxPeers) {
                return refused(unexpected(hello));
            }
            waiting.add(connection);
            return new Verdict(null, true, null);
        }
        waiting.remove(connection);
        Worker worker = workers.get(hello.sender());
        Worker first = workers.get(hello.worker());
        Refusal refusal = worker == null ? null : judge(hello, worker);
        if (refusal == null && hello.epoch() < up.getOrDefault(hello.worker(), Long.MIN_VALUE)) {
            refusal = stale(hello, up.get(hello.worker()));
        }
        if (refusal == null && first != null && hello.epoch() < first.epoch) {
            refusal = stale(hello, first.epoch);
        }
        if (refusal != null) {
            return refused(refusal);
        }
        if (worker == null) {
            if (workers.size() >= maxPeers && !forgetOneAbsent()) {
                return refused(new Refusal(
                        RefusalCause.TOO_MANY_PEERS, maxPeers + " workers are connected: raise transport.peers.max"));
            }
            worker = new Worker();
            workers.put(hello.sender(), worker);
        }
        known.add(connection);
        InboundConnection replaced = worker.connection;
        worker.epoch = hello.epoch();
        worker.process = hello.process();
        worker.attempt = hello.attempt();
        worker.connection = connection;
        return new Verdict(null, false, replaced);
    }

    private static Verdict refused(Refusal refusal) {
        return new Verdict(refusal, false, null);
    }

    private boolean isExpected(Hello hello) {
        return expected == null || hello.epoch() <= expected.getOrDefault(hello.worker(), Long.MIN_VALUE);
    }

    /** Returns the refusal of a peer that has waited in vain. */
    static Refusal unexpected(Hello hello) {
        return new Refusal(
                RefusalCause.NOT_ADMITTED,
                "'" + hello.worker() + "' with epoch " + hello.epoch()
                        + " is no worker of the topology now, and no service that is registered");
    }

    /** Compares an attempt with those of the same process only, so that no process keeps out another one. */
    private static Refusal judge(Hello hello, Worker worker) {
        if (hello.epoch() < worker.epoch) {
            return stale(hello, worker.epoch);
        }
        if (hello.epoch() == worker.epoch && hello.process() == worker.process && hello.attempt() <= worker.attempt) {
            return new Refusal(
                    RefusalCause.REPLAYED,
                    "attempt " + hello.attempt() + " of worker '" + hello.sender() + "' in epoch " + hello.epoch()
                            + " is over, attempt " + worker.attempt + " has been here");
        }
        return null;
    }

    private static Refusal stale(Hello hello, long newest) {
        return new Refusal(
                RefusalCause.STALE_EPOCH,
                "epoch " + hello.epoch() + " of worker '" + hello.sender() + "' is over, epoch " + newest
                        + " has been here");
    }

    /** Forgets one worker that is not connected, the one that has been known for longest. */
    private boolean forgetOneAbsent() {
        for (Iterator<Worker> all = workers.values().iterator(); all.hasNext(); ) {
            if (all.next().connection == null) {
                all.remove();
                return true;
            }
        }
        return false;
    }

    synchronized void leave(InboundConnection connection) {
        forget(connection);
        waiting.remove(connection);
        known.remove(connection);
        for (Worker worker : workers.values()) {
            if (worker.connection == connection) {
                worker.connection = null;
            }
        }
    }

    public synchronized List<InboundConnection> open() {
        return Stream.of(unproven.keySet(), waiting, known).flatMap(Set::stream).toList();
    }
}
