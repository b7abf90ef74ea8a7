// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.executor.NetReceiver;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.geo.ChannelReporter;
import io.millrace.runtime.geo.gate.GeoEntries;
import io.millrace.runtime.geo.gate.GeoGate;
import io.millrace.runtime.geo.gate.GeoPeers;
import io.millrace.runtime.geo.gate.GeoRoutes;
import io.millrace.runtime.geo.gate.GeoSettings;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.metrics.PeerBoard;
import io.millrace.runtime.tuple.ChannelAckMessage;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.geo.GeoRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The transport of a worker that others reach by connections, or services of other nodes, and its connections. It is
 * loaded only then. {@link NetInbound} sorts the messages that it receives.
 */
final class NetEnds implements GeoPeers, GeoEntries, AutoCloseable {

    private static final Duration PUBLISH_INTERVAL = Duration.ofMillis(500);

    /** The most services that are published, first those without a connection. */
    static final int SHOWN_SERVICES = 8;

    /** @param resends whether tuples go by channels between sites, which lose nothing with a connection */
    private record Connected(Peer peer, boolean resends) {}

    private final String host;
    private final List<OwnExecutor> executors;
    private final NetInbound inbound;

    /** The regions between which there are channels. Its value does not change, so each link keeps its kind. */
    private final ChannelRegions channelRegions;

    private final WorkerSpec spec;
    private final TaskGraph graph;
    private final boolean copiesOnce;
    private final int mostRoutes;
    private final Map<Integer, List<Consumer<InboundMessage>>> receiversOfCopies = new ConcurrentHashMap<>();

    /** The reporter of channels; null if no other process reads its report. */
    private final ChannelReporter reporter;

    private final Transport transport;
    private final PeerBoard board;
    private final ExpectedPeers expected;

    /** The routes to other regions; null before the first link to one. */
    private volatile SiteRoutes sites;

    // The fields below are guarded by this
    private Map<String, PeerEndpoint> up = Map.of();
    private TaskPlacement placement;

    /** The connected peers by name. Any thread may read it. */
    private final Map<String, Connected> peers = new ConcurrentHashMap<>();

    /** The services by name, which handle lost messages themselves. Any thread may read them. */
    private final Map<String, Peer> services = new ConcurrentHashMap<>();

    /** The consumer of the names of workers to which messages were lost, called on the event loop. */
    private volatile Consumer<String> onLoss = worker -> {};

    /** The number of drops of each connection at the last look. Confined to the event loop. */
    private final Map<Connected, Long> seenDrops = new HashMap<>();

    /** @param reports whether another process reads the report of its channels */
    NetEnds(
            WorkerSpec spec,
            TaskGraph graph,
            List<OwnExecutor> executors,
            LongSupplier clock,
            PeerBoard board,
            Network network,
            boolean reports) {
        this.board = board;
        this.host = spec.net().host();
        this.executors = executors;
        this.inbound = new NetInbound(graph.tasks().taskCount());
        this.channelRegions = ChannelRegions.of(
                spec.config(), graph.tasks().taskCount(), spec.net().site().near());
        GeoSettings geo = GeoSettings.of(
                spec.config(),
                spec.net().region(),
                spec.net().site().egress(),
                spec.net().site().relayMoneyPerHour());
        this.reporter = reports ? new ChannelReporter(spec.worker(), spec.directory(), this::askChannels) : null;
        Runnable onChannel = reporter == null ? () -> {} : reporter::start;
        for (OwnExecutor own : executors) {
            NetReceiver receiver = new NetReceiver(own.executor(), new TupleDecoder(own.codec(), graph, clock));
            own.executor().receiveFrom(receiver);
            inbound.add(own.executor(), receiver);
            if (channelRegions.areThere()) {
                GeoGate gate = new GeoGate(
                        own.executor(),
                        new TupleDecoder(own.codec(), graph, clock),
                        geo,
                        graph,
                        spec.epoch(),
                        this,
                        onChannel);
                inbound.add(own.executor(), gate);
                own.executor().receiveFrom(gate);
                own.executor().handle(ChannelAckMessage.KIND, gate);
            }
        }
        TransportConfig config = TransportConfig.builder(
                        spec.net().clusterId(), spec.identity().topologyId(), spec.worker(), spec.epoch())
                .secret(spec.net().secret())
                .listen(host, 0)
                .threads(1)
                .tls(spec.net().tls())
                .inboundMemoryBytes(spec.config().get(TopologyKeys.TRANSPORT_MEMORY))
                .latencyBudget(spec.config().get(TopologyKeys.TRANSPORT_LATENCY_BUDGET))
                .congestion(spec.config().get(TopologyKeys.TRANSPORT_CONGESTION))
                .messageMaxBytes(NetSettings.messageMaxBytes(spec.config()))
                .build();
        this.spec = spec;
        this.graph = graph;
        this.copiesOnce = geo.routes().multicast() != GeoSettings.Multicast.DIRECT;
        this.mostRoutes = geo.routes().most();
        this.placement = spec.placement();
        transport = network.start(config, inbound);
        expected = new ExpectedPeers(transport);
        transport.repeat(PUBLISH_INTERVAL, this::publish);
    }

    String host() {
        return host;
    }

    int port() {
        return transport.address().getPort();
    }

    /**
     * Sets the consumer of the names of workers to which messages were lost with a connection, unless channels between
     * sites send them again.
     */
    void whenLost(Consumer<String> told) {
        onLoss = told;
    }

    /** Returns whether tuples for a worker go by channels between sites. */
    boolean resendsTo(PeerEndpoint endpoint) {
        return channelRegions.link(spec.net().region(), endpoint.region());
    }

    /** Returns the regions between which there are channels. */
    ChannelRegions channelRegions() {
        return channelRegions;
    }

    /** Connects to another worker. Every executor is woken when the connection has room again. */
    Peer connect(PeerEndpoint endpoint) {
        Peer peer = transport.connect(
                new PeerAddress(endpoint.host(), endpoint.port(), endpoint.worker(), endpoint.epoch()), this::ringAll);
        peers.put(endpoint.worker(), new Connected(peer, resendsTo(endpoint)));
        return peer;
    }

    /** Connects to a service. */
    Peer connect(ClientEndpoint client) {
        Peer peer = transport.connect(
                new PeerAddress(client.host(), client.port(), client.client(), ClientEndpoint.EPOCH), this::ringAll);
        services.put(client.client(), peer);
        return peer;
    }

    /** Takes the other workers that are up, and the worker of each task. */
    synchronized void peers(Map<String, PeerEndpoint> workers, TaskPlacement next) {
        up = workers;
        placement = next;
        expected.up(workers.values());
        if (sites != null) {
            sites.update(workers, next);
        }
    }

    /** Takes the newest epoch of each worker, by name: no other may connect, except for workers that are up. */
    synchronized void granted(Map<String, Long> epochs) {
        expected.granted(epochs);
    }

    /** Takes the names of the services that are registered. */
    synchronized void clients(Set<String> names) {
        expected.clients(names);
    }

    /** Returns the routes to a worker in another region. */
    synchronized GeoRoutes routesTo(PeerEndpoint endpoint, Peer connection) {
        if (sites == null) {
            sites = new SiteRoutes(spec, mostRoutes, graph, this::receivers, transport::connect, this::ringAll);
            sites.update(up, placement);
            inbound.forwardTo(sites);
        }
        return sites.to(endpoint, connection);
    }

    /** Returns whether copies for several tasks of a region may go once. */
    boolean copiesOnce() {
        return copiesOnce;
    }

    @Override
    public List<GeoRoute> entries(String region, int source, int channel) {
        return sites.entries().routes(region, source, channel);
    }

    /** Returns the executors with tasks that get copies of what a task sends. */
    private List<Consumer<InboundMessage>> receivers(int source) {
        return receiversOfCopies.computeIfAbsent(source, this::findReceivers);
    }

    private List<Consumer<InboundMessage>> findReceivers(int source) {
        TaskSet copied = graph.copiesOf(graph.tasks().componentOf(source));
        List<Consumer<InboundMessage>> receivers = new ArrayList<>();
        for (OwnExecutor own : executors) {
            if (own.executor().taskIds().stream().anyMatch(task -> copied.indexOf(task) >= 0)) {
                receivers.add(gate(own)::put);
            }
        }
        return receivers;
    }

    @Override
    public boolean isConnected(int task) {
        return sites != null && sites.isConnected(task);
    }

    @Override
    public long clockOffsetNanos(int task) {
        return sites == null ? InboundMessage.UNKNOWN_CLOCK : sites.clockOffsetNanos(task);
    }

    @Override
    public boolean relay(int task, byte[] message) {
        return sites != null && sites.relay(task, message);
    }

    void disconnect(Peer peer) {
        peers.computeIfPresent(peer.address().workerId(), (name, now) -> now.peer() == peer ? null : now);
        services.remove(peer.address().workerId(), peer);
        peer.close();
    }

    private void publish() {
        Map<String, PeerCounters> counters = new HashMap<>();
        peers.forEach((worker, connected) -> {
            PeerCounters now = connected.peer().counters();
            counters.put(worker, now);
            lookForLosses(worker, connected, now);
        });
        seenDrops.keySet().retainAll(peers.values());
        if (sites != null) {
            sites.clocks(counters);
        }
        services.entrySet().stream()
                .map(service -> Map.entry(service.getKey(), service.getValue().counters()))
                .sorted(Comparator.comparing(service -> service.getValue().connected()))
                .limit(SHOWN_SERVICES)
                .forEach(service -> counters.put(service.getKey(), service.getValue()));
        board.publish(counters);
    }

    private void lookForLosses(String worker, Connected connected, PeerCounters now) {
        long drops = now.drops().values().stream().mapToLong(Long::longValue).sum();
        Long before = seenDrops.put(connected, drops);
        if (drops > (before == null ? 0 : before) && !connected.resends()) {
            onLoss.accept(worker);
        }
    }

    private void ringAll() {
        for (OwnExecutor own : executors) {
            own.executor().inbound().bell().ring();
        }
    }

    /** Returns the number of batches that were forwarded for others. */
    long forwarded() {
        return sites == null ? 0 : sites.forwarded();
    }

    /** Returns the number of batches that were copied for others. */
    long copied() {
        return sites == null ? 0 : sites.entries().copied();
    }

    /** Returns the channels between sites of an executor. */
    GeoGate gate(OwnExecutor own) {
        return inbound.gate(own.executor().taskIds().get(0));
    }

    /** Sets how many channels between sites the topology has. */
    void channels(int count) {
        inbound.gates().forEach(gate -> gate.channels(count));
    }

    void orders(StreamOrders orders) {
        inbound.gates().forEach(gate -> gate.orders(orders));
    }

    /** Returns the last reports of the channels. */
    ChannelEnds reportedChannels() {
        return inbound.gates().stream().map(GeoGate::reported).reduce(ChannelEnds.NONE, ChannelEnds::plus);
    }

    /** Returns the last reports of the channels, and asks for another report. */
    private ChannelEnds askChannels() {
        for (GeoGate gate : inbound.gates()) {
            gate.askForReport();
        }
        return reportedChannels();
    }

    /** Returns reports of the channels as they are now; only allowed where one thread takes all turns. */
    ChannelEnds channelsNow() {
        inbound.gates().forEach(GeoGate::report);
        return reportedChannels();
    }

    @Override
    public void close() {
        if (sites != null) {
            sites.close();
        }
        if (reporter != null) {
            reporter.close();
        }
        transport.close();
    }
}
