package io.millrace.transport;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who may connect: the newest incarnation of each worker, with one connection. Shared by a transport's event loops, locked:
 * it is asked once per connection.
 */
final class Admission {

    /** Exactly one of: refused, accepted after {@code replaced} is closed, accepted (both null). */
    record Verdict(Refusal refusal, InboundConnection replaced) {}

    private static final class Worker {
        private long epoch;
        private InboundConnection connection;
    }

    private final int maxPeers;
    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Set<InboundConnection> open = new HashSet<>();

    Admission(int maxPeers) {
        this.maxPeers = maxPeers;
    }

    /** Counts a connection that has not said HELLO yet; false if there are too many. */
    synchronized boolean enter(InboundConnection connection) {
        if (open.size() >= 2 * maxPeers) {
            return false;
        }
        open.add(connection);
        return true;
    }

    synchronized Verdict admit(String workerId, long epoch, InboundConnection connection) {
        Worker worker = workers.get(workerId);
        if (worker == null) {
            if (workers.size() >= maxPeers && !forgetOneAbsent()) {
                return new Verdict(
                        new Refusal(
                                RefusalCause.TOO_MANY_PEERS,
                                maxPeers + " workers are connected: raise transport.peers.max"),
                        null);
            }
            worker = new Worker();
            worker.epoch = epoch;
            workers.put(workerId, worker);
        } else if (epoch < worker.epoch) {
            return new Verdict(
                    new Refusal(
                            RefusalCause.STALE_EPOCH,
                            "epoch " + epoch + " of worker '" + workerId + "' is over, epoch " + worker.epoch
                                    + " has been here"),
                    null);
        }
        InboundConnection replaced = worker.connection;
        worker.epoch = epoch;
        worker.connection = connection;
        return new Verdict(null, replaced);
    }

    /** A worker that is not connected is forgotten, the longest known first. */
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
        open.remove(connection);
        for (Worker worker : workers.values()) {
            if (worker.connection == connection) {
                worker.connection = null;
            }
        }
    }

    synchronized List<InboundConnection> open() {
        return List.copyOf(open);
    }
}
