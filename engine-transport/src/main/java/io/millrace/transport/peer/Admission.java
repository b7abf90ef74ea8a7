package io.millrace.transport.peer;

import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Refusal;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides who may connect: the newest incarnation of each worker, with its latest connection. Shared by the event loops of a transport, and locked, because it is asked only twice per connection.
 */
public final class Admission {

    /** Exactly one of: refused, accepted after {@code replaced} is closed, accepted (both null). */
    record Verdict(Refusal refusal, InboundConnection replaced) {}

    /** One per connection of a worker. */
    private static final class Worker {
        private long epoch;
        private long attempt;
        private InboundConnection connection;
    }

    final RefusalLog refusalLog;

    private final int maxPeers;
    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Set<InboundConnection> unknown = new LinkedHashSet<>();
    private final Set<InboundConnection> known = new LinkedHashSet<>();

    public Admission(Endpoint endpoint) {
        this.maxPeers = endpoint.config.maxPeers();
        this.refusalLog = new RefusalLog(endpoint.clock);
    }

    /**
     * Registers a connection that has not sent HELLO yet. If there are too many, the caller closes the returned one, which is the oldest of them. So a flood of silent connections does not keep out a worker.
     */
    synchronized InboundConnection enter(InboundConnection connection) {
        unknown.add(connection);
        if (unknown.size() <= maxPeers) {
            return null;
        }
        InboundConnection longest = unknown.iterator().next();
        unknown.remove(longest);
        return longest;
    }

    synchronized Verdict admit(Hello hello, InboundConnection connection) {
        Worker worker = workers.get(hello.sender());
        Refusal refusal = worker == null ? null : judge(hello, worker);
        Worker first = workers.get(hello.worker());
        if (refusal == null && first != null && hello.epoch() < first.epoch) {
            refusal = stale(hello, first);
        } else if (worker == null) {
            if (workers.size() >= maxPeers && !forgetOneAbsent()) {
                refusal = new Refusal(
                        RefusalCause.TOO_MANY_PEERS, maxPeers + " workers are connected: raise transport.peers.max");
            } else {
                worker = new Worker();
                workers.put(hello.sender(), worker);
            }
        }
        if (refusal != null) {
            return new Verdict(refusal, null);
        }
        unknown.remove(connection);
        known.add(connection);
        InboundConnection replaced = worker.connection;
        worker.epoch = hello.epoch();
        worker.attempt = hello.attempt();
        worker.connection = connection;
        return new Verdict(null, replaced);
    }

    private static Refusal judge(Hello hello, Worker worker) {
        if (hello.epoch() < worker.epoch) {
            return stale(hello, worker);
        }
        if (hello.epoch() == worker.epoch && hello.attempt() <= worker.attempt) {
            return new Refusal(
                    RefusalCause.REPLAYED,
                    "attempt " + hello.attempt() + " of worker '" + hello.sender() + "' in epoch " + hello.epoch()
                            + " is over, attempt " + worker.attempt
                            + " has been here: if that is no replay, start the worker with a higher epoch");
        }
        return null;
    }

    private static Refusal stale(Hello hello, Worker worker) {
        return new Refusal(
                RefusalCause.STALE_EPOCH,
                "epoch " + hello.epoch() + " of worker '" + hello.sender() + "' is over, epoch " + worker.epoch
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
        unknown.remove(connection);
        known.remove(connection);
        for (Worker worker : workers.values()) {
            if (worker.connection == connection) {
                worker.connection = null;
            }
        }
    }

    public synchronized List<InboundConnection> open() {
        return Stream.concat(unknown.stream(), known.stream()).toList();
    }
}
