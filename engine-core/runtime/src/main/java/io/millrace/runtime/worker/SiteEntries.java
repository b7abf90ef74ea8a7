// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoFanOut;
import io.millrace.transport.geo.GeoRoute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The entries of other regions, for copies that tasks of this worker send; and this worker as an entry of its own
 * region, for copies that come from others. Any thread may call it, but one event loop calls {@link #onMessage} and
 * {@link #onRoom}.
 */
final class SiteEntries implements AutoCloseable {

    /** Takes batches for tasks of this worker. */
    interface OwnTasks {

        /** Returns the consumers of batches with copies of a task's tuples: each executor with tasks which get them. */
        List<? extends Consumer<InboundMessage>> receivers(int source);
    }

    private record Key(String region, int source) {}

    private final String worker;
    private final String region;
    private final int most;
    private final TaskGraph graph;
    private final SiteConnections connections;
    private final EntrySlots.Connections toEntries;
    private final OwnTasks own;
    private final GeoFanOut fanOut = new GeoFanOut();
    private final Map<Key, EntrySlots> slots = new HashMap<>();

    /**
     * The connections to other workers of this region with tasks that get copies, by source task. Replaced as a whole.
     */
    private volatile Map<Integer, List<Peer>> others = Map.of();

    private Map<String, PeerEndpoint> up = Map.of();
    private TaskPlacement placement;

    /**
     * @param most most routes of a channel
     * @param toEntries connections to workers of other regions
     */
    SiteEntries(
            WorkerSpec spec,
            int most,
            TaskGraph graph,
            SiteConnections connections,
            EntrySlots.Connections toEntries,
            OwnTasks own) {
        this.worker = spec.worker();
        this.region = spec.net().region();
        this.most = most;
        this.graph = graph;
        this.connections = connections;
        this.toEntries = toEntries;
        this.own = own;
        this.placement = spec.placement();
    }

    /**
     * Takes the workers that are up, and the worker of each task.
     *
     * @param gone connections that are closed
     */
    synchronized void update(Map<String, PeerEndpoint> workers, TaskPlacement next, Collection<Peer> gone) {
        up = workers;
        placement = next;
        others = Map.of();
        gone.forEach(fanOut::removeAll);
        slots.forEach(this::set);
    }

    /** A connection to another worker was made. */
    synchronized void connected() {
        slots.forEach(this::set);
    }

    private void set(Key key, EntrySlots of) {
        TaskSet copied = copied(key.source());
        of.set(EntryChoice.of(up.values(), key.region(), placement, task -> copied.indexOf(task) >= 0));
    }

    private TaskSet copied(int source) {
        return graph.copiesOf(graph.tasks().componentOf(source));
    }

    /** Returns the routes by which copies go once to a region. */
    synchronized List<GeoRoute> routes(String targetRegion, int source, int channel) {
        Key key = new Key(targetRegion, source);
        EntrySlots of = slots.computeIfAbsent(key, none -> new EntrySlots(toEntries, most));
        set(key, of);
        return of.routes(channel);
    }

    /**
     * Copies a batch to all tasks of this region that get what its source sends, and owns it.
     *
     * @param channel channel of the batch, by its number at the receivers
     */
    void onMessage(InboundMessage message, int source, int channel) {
        if (!graph.tasks().hasTask(source)) {
            message.release();
            return;
        }
        List<Peer> to = others.get(source);
        fanOut.take(message, channel, to == null ? learn(source) : to, own.receivers(source));
    }

    /** Hands a batch that an entry has copied to this worker to its executors, and owns it. */
    void onCopy(InboundMessage message, int source, int channel) {
        if (graph.tasks().hasTask(source)) {
            GeoFanOut.share(message, channel, own.receivers(source));
        } else {
            message.release();
        }
    }

    private synchronized List<Peer> learn(int source) {
        TaskSet copied = copied(source);
        List<Peer> found = new ArrayList<>();
        placement.tasksOfWorker().forEach((name, tasks) -> {
            PeerEndpoint endpoint = up.get(name);
            if (endpoint != null
                    && !name.equals(worker)
                    && endpoint.region().equals(region)
                    && tasks.stream().anyMatch(task -> copied.indexOf(task) >= 0)) {
                Peer peer = connections.near(name, SiteConnections.FROM_ENTRY);
                if (peer != null) {
                    found.add(peer);
                }
            }
        });
        Map<Integer, List<Peer>> known = new HashMap<>(others);
        known.put(source, List.copyOf(found));
        others = Map.copyOf(known);
        return found;
    }

    void onRoom() {
        fanOut.onRoom();
    }

    /** Returns the number of batches that were copied for others. */
    long copied() {
        return fanOut.copied();
    }

    @Override
    public void close() {
        fanOut.close();
    }
}
