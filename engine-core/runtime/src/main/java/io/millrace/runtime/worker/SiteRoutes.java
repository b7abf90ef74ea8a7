// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.geo.gate.GeoPeers;
import io.millrace.runtime.geo.gate.GeoRoutes;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.KnownRoutes;
import io.millrace.transport.geo.PeerRoute;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The routes from this worker to those in other regions: the first connection of each pair, further connections, and
 * relays, which are workers of the topology on other nodes of both regions. It is made with the first link to another
 * region. Any thread.
 */
final class SiteRoutes implements GeoPeers, AutoCloseable {

    private final String worker;
    private final String node;
    private final String region;
    private final int most;
    private final SiteConnections connections;
    private final SiteRelay relay;
    private final SiteEntries entries;
    private final Map<String, Target> targets = new HashMap<>();

    /** The knowledge of routes that channels share, by the region to which they lead. */
    private final Map<String, KnownRoutes> known = new ConcurrentHashMap<>();

    /** The names of relays by target, as far as they were asked for. */
    private final Map<String, List<String>> relays = new HashMap<>();

    private Map<String, PeerEndpoint> up = Map.of();
    private volatile TaskPlacement placement;
    private volatile Map<String, Peer> direct = Map.of();
    private volatile Map<String, Long> clocks = Map.of();
    private int acks;

    /**
     * @param most most routes of a channel
     * @param dialler connects, and calls a listener when there is room again
     * @param onRoom action that wakes executors
     */
    SiteRoutes(
            WorkerSpec spec,
            int most,
            TaskGraph graph,
            SiteEntries.OwnTasks own,
            BiFunction<PeerAddress, Runnable, Peer> dialler,
            Runnable onRoom) {
        this.worker = spec.worker();
        this.node = spec.node();
        this.region = spec.net().region();
        this.most = most;
        this.placement = spec.placement();
        this.connections =
                new SiteConnections(node, address -> dialler.apply(address, listener(address.connection(), onRoom)));
        this.relay = new SiteRelay(connections, placement, graph.tasks());
        this.entries = new SiteEntries(spec, most, graph, connections, this::toEntry, own);
    }

    private Runnable listener(int connection, Runnable onRoom) {
        return switch (connection) {
            case SiteConnections.FROM_RELAY -> this::onRelayRoom;
            case SiteConnections.FROM_ENTRY -> this::onEntryRoom;
            default -> onRoom;
        };
    }

    private void onEntryRoom() {
        entries.onRoom();
    }

    private Peer toEntry(String name, int number) {
        return number == 0 ? direct.get(name) : connections.to(name, number);
    }

    SiteEntries entries() {
        return entries;
    }

    private void onRelayRoom() {
        relay.onRoom();
    }

    /** Takes the workers that are up, and the worker of each task. */
    synchronized void update(Map<String, PeerEndpoint> workers, TaskPlacement next) {
        up = workers;
        relays.clear();
        placement = next;
        relay.route(next);
        Collection<Peer> gone = connections.update(workers);
        relay.closed(gone);
        targets.keySet().retainAll(workers.keySet());
        Map<String, Peer> known = new HashMap<>(direct);
        known.keySet().retainAll(workers.keySet());
        direct = Map.copyOf(known);
        entries.update(workers, next, gone);
        targets.values().forEach(Target::update);
    }

    /** Returns the routes to a worker in another region. */
    synchronized GeoRoutes to(PeerEndpoint endpoint, Peer connection) {
        Target target = new Target(endpoint, connection);
        targets.put(endpoint.worker(), target);
        Map<String, Peer> known = new HashMap<>(direct);
        known.put(endpoint.worker(), connection);
        direct = Map.copyOf(known);
        entries.connected();
        return target;
    }

    private final class Target implements GeoRoutes {
        private final PeerEndpoint endpoint;
        private final Peer connection;
        private final RelaySlots slots = new RelaySlots(this::wantRelays);
        private boolean wanted;

        Target(PeerEndpoint endpoint, Peer connection) {
            this.endpoint = endpoint;
            this.connection = connection;
        }

        @Override
        public List<GeoRoute> of(int channel) {
            List<GeoRoute> routes = new ArrayList<>();
            routes.add(new PeerRoute("direct", connection, channel));
            if (most > 1) {
                for (int number = 1; number < most; number++) {
                    routes.add(new FurtherConnection(connections, endpoint, number, channel));
                }
                routes.addAll(slots.routes(channel));
            }
            return routes;
        }

        @Override
        public KnownRoutes known() {
            return known.computeIfAbsent(endpoint.region(), region -> new KnownRoutes());
        }

        private void wantRelays() {
            synchronized (SiteRoutes.this) {
                wanted = true;
                update();
            }
        }

        /** Sets the relays. No relay is connected before a channel wants another route. */
        void update() {
            if (wanted) {
                slots.set(relaysTo(endpoint), name -> connections.to(name, SiteConnections.TO_RELAY));
            }
        }
    }

    /**
     * Returns the workers that can relay to this one: in one of both regions, on neither node. Pure relays come first.
     */
    private List<String> relaysTo(PeerEndpoint target) {
        return relays.computeIfAbsent(
                target.worker(), name -> RelayChoice.of(up.values(), worker, node, region, target));
    }

    // Messages that come to be forwarded, on the event loop

    void onMessage(InboundMessage message) {
        relay.onMessage(message);
    }

    void onControl(int number, ByteBuffer buffer, int offset, int length) {
        relay.onControl(number, buffer, offset, length);
    }

    /** Returns the number of batches that were forwarded. */
    long forwarded() {
        return relay.forwarded();
    }

    // Acknowledgements and clocks

    @Override
    public boolean isConnected(int task) {
        Peer peer = direct.get(placement.workerOfTask().getOrDefault(task, ""));
        return peer != null && peer.connected();
    }

    /** Takes the offsets of other workers' clocks. The last known offset stays while there is no connection. */
    void clocks(Map<String, PeerCounters> counters) {
        Map<String, Long> known = new HashMap<>(clocks);
        counters.forEach((name, peer) -> {
            if (peer.get(PeerCounter.CLOCK_ERROR_NANOS) > 0) {
                known.put(name, peer.get(PeerCounter.CLOCK_OFFSET_NANOS));
            }
        });
        known.keySet().retainAll(counters.keySet());
        clocks = Map.copyOf(known);
    }

    @Override
    public long clockOffsetNanos(int task) {
        return clocks.getOrDefault(placement.workerOfTask().getOrDefault(task, ""), InboundMessage.UNKNOWN_CLOCK);
    }

    @Override
    public boolean relay(int task, byte[] message) {
        List<Peer> ways;
        int first;
        synchronized (this) {
            PeerEndpoint target = up.get(placement.workerOfTask().getOrDefault(task, ""));
            if (target == null) {
                return false;
            }
            ways = relaysTo(target).stream()
                    .map(name -> connections.to(name, SiteConnections.TO_RELAY))
                    .filter(peer -> peer != null && peer.connected())
                    .toList();
            first = acks++;
        }
        if (ways.isEmpty()) {
            return false;
        }
        Peer next = ways.get(Math.floorMod(first, ways.size()));
        return next.offerControl(SiteChannel.relayedTask(task), ByteBuffer.wrap(message), 0, message.length);
    }

    /** Drops the batches that are held for others. The transport closes the connections. */
    @Override
    public void close() {
        relay.close();
        entries.close();
    }
}
