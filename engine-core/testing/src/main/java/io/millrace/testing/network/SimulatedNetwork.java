// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.network;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.flow.Endpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Several transports and the delay between them, stepped by one thread in simulated time: no socket, no thread, no real
 * clock. From {@link io.millrace.transport.Peer} to {@link InboundHandler} the code is that of a transport over TCP,
 * with the same frames, credit and reconnection. The same calls, clock and seed give the same run. Used by one thread
 * only.
 *
 * <p>The caller owns the clock: it advances it to {@link #deadline} when nothing is left to do at the present time.
 */
public final class SimulatedNetwork implements AutoCloseable {

    private static final long TICK_NANOS = 20_000_000;

    /** Two workers, in any order. */
    record Pair(String one, String other) {
        static Pair of(String one, String other) {
            return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
        }
    }

    /** The direction from one worker to another one. */
    record Way(String from, String to) {}

    private record Event(long at, long number, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    private final LongSupplier clock;
    private final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<SimulatedTransport> transports = new ArrayList<>();
    private final List<SimulatedConnection> connections = new ArrayList<>();
    private final Set<Pair> separate = new HashSet<>();
    private final Set<Way> held = new HashSet<>();
    private long forthNanos;
    private long backNanos;
    private long jitterNanos;
    private long numbers;
    private int lastPort;
    private long tickAt;

    /**
     * @param nanoClock simulated time in nanoseconds
     * @param seed decides where the stream of bytes is cut into reads, and the jitter of back-offs
     */
    public SimulatedNetwork(LongSupplier nanoClock, long seed) {
        this.clock = nanoClock;
        this.random = new SplittableRandom(seed);
        this.tickAt = nanoClock.getAsLong() + TICK_NANOS;
    }

    /**
     * Starts a transport that listens at the host and the port of {@code config.sockets()}; port 0 takes a free one.
     */
    public Transport start(TransportConfig config, InboundHandler inbound) {
        return start(config, inbound, clock);
    }

    /**
     * Starts a transport as {@link #start(TransportConfig, InboundHandler)} does, with a clock of its own, as another
     * machine has.
     */
    public Transport start(TransportConfig config, InboundHandler inbound, LongSupplier ownClock) {
        int port = config.sockets().port() == 0 ? ++lastPort : config.sockets().port();
        if (listener(config.sockets().host(), port) != null) {
            throw new IllegalArgumentException(config.sockets().host() + ":" + port + " is in use: take another port");
        }
        SimulatedTransport transport = new SimulatedTransport(this, new Endpoint(config, inbound, ownClock), port);
        transports.add(transport);
        return transport;
    }

    /** Sets the delay of bytes that are sent from now on, in nanoseconds. */
    public void delay(long nanos) {
        delay(nanos, nanos);
    }

    /**
     * Sets the delays of the two directions of a connection, in nanoseconds.
     *
     * @param forth from the end that made the connection to the end that accepted it
     * @param back from the end that accepted it to the other one
     */
    public void delay(long forth, long back) {
        forthNanos = forth;
        backNanos = back;
    }

    /**
     * Sets the most by which bytes take longer than the delay. Bytes of one direction of a connection keep their order;
     * those of different connections may overtake each other.
     */
    public void jitter(long mostNanos) {
        jitterNanos = mostNanos;
    }

    /** Breaks all connections; bytes in flight are lost. */
    public void cut() {
        List.copyOf(connections).forEach(SimulatedConnection::cut);
    }

    /**
     * Breaks all connections between two workers; bytes in flight are lost, and no connection is made until {@link
     * #unite}.
     */
    public void separate(String one, String other) {
        Pair workers = Pair.of(one, other);
        separate.add(workers);
        List.copyOf(connections).stream()
                .filter(connection -> connection.workers().equals(workers))
                .forEach(SimulatedConnection::cut);
    }

    /** Lets two workers connect again. */
    public void unite(String one, String other) {
        separate.remove(Pair.of(one, other));
    }

    /**
     * Holds the bytes that one worker sends to another one until {@link #release}, while connections stay: a black
     * hole, after which TCP sends all again. A connection on which nothing arrives for its idle time-out breaks.
     */
    public void hold(String from, String to) {
        held.add(new Way(from, to));
    }

    /** Delivers the bytes that were held. */
    public void release(String from, String to) {
        held.remove(new Way(from, to));
        List.copyOf(connections).forEach(SimulatedConnection::release);
    }

    boolean isHeld(Way way) {
        return held.contains(way);
    }

    boolean areSeparate(Pair workers) {
        return separate.contains(workers);
    }

    /**
     * Delivers the bytes that have arrived by now and lets every transport do its work; false if there was nothing to
     * do.
     */
    public boolean step() {
        long now = clock.getAsLong();
        if (now - tickAt >= 0) {
            tickAt = now + TICK_NANOS;
            List.copyOf(transports).forEach(SimulatedTransport::tick);
        }
        boolean worked = false;
        // Bytes that are sent meanwhile without a delay are for the next step.
        for (long before = numbers; !events.isEmpty() && isDue(events.peek(), now, before); worked = true) {
            events.poll().action().run();
        }
        for (SimulatedTransport transport : List.copyOf(transports)) {
            worked |= transport.runTasks();
        }
        for (SimulatedConnection connection : List.copyOf(connections)) {
            worked |= connection.runTasks();
        }
        return worked;
    }

    private static boolean isDue(Event event, long now, long before) {
        return event.at() <= now && event.number() < before;
    }

    /** The time at which {@link #step} may next have something to do because time has passed. */
    public long deadline() {
        return events.isEmpty() ? tickAt : Math.min(tickAt, events.peek().at());
    }

    /** Closes all transports. Bytes in flight are lost. */
    @Override
    public void close() {
        List.copyOf(transports).forEach(SimulatedTransport::close);
        cut();
        for (boolean more = true; more; ) {
            more = step();
        }
        events.clear();
    }

    SplittableRandom random() {
        return random;
    }

    /**
     * Returns when bytes arrive that are sent now, forth or back, on a stream whose last arrival was at {@code last}.
     */
    long arrivalAfter(long last, boolean forth) {
        long more = jitterNanos == 0 ? 0 : random.nextLong(jitterNanos + 1);
        return Math.max(last, clock.getAsLong() + (forth ? forthNanos : backNanos) + more);
    }

    void at(long when, Runnable action) {
        events.add(new Event(when, numbers++, action));
    }

    /** The transport that listens at this address, or null. */
    SimulatedTransport listener(String host, int port) {
        for (SimulatedTransport transport : transports) {
            if (transport.listensAt(host, port)) {
                return transport;
            }
        }
        return null;
    }

    void onClosed(SimulatedTransport transport) {
        transports.remove(transport);
    }

    void onOpened(SimulatedConnection connection) {
        connections.add(connection);
    }

    void onClosed(SimulatedConnection connection) {
        connections.remove(connection);
    }
}
