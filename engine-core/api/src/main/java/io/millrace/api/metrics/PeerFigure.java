// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.BYTES;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.FLAG;
import static io.millrace.api.metrics.Unit.KNOWN_NANOS;
import static io.millrace.api.metrics.Unit.NANOS;

/**
 * The figures that a worker counts of a worker on another node, since they first connected. The numbers lie in a
 * worker's metrics in this order.
 */
public enum PeerFigure implements Figure {
    CONNECTED(LEVEL, FLAG, "millrace.peer.up", "1 if a worker is connected to one of another node."),
    RTT_NANOS(LEVEL, KNOWN_NANOS, "millrace.peer.rtt", "The shortest round trip of the last seconds."),
    LAST_RTT_NANOS(LEVEL, KNOWN_NANOS, "millrace.peer.last.rtt", "The latest round trip, with queues."),
    /** By which times in the peer's tuples are converted; 0 if {@link #CLOCK_ERROR_NANOS} is. */
    CLOCK_OFFSET_NANOS(LEVEL, NANOS, "millrace.peer.clock.offset", "The peer's clock minus this one."),
    CLOCK_ERROR_NANOS(LEVEL, KNOWN_NANOS, "millrace.peer.clock.error", "How far off that may be."),
    /** Summed over the peer's tasks. */
    WINDOW_BYTES(LEVEL, BYTES, "millrace.peer.window", "What the peer lets be under way."),
    IN_FLIGHT_BYTES(LEVEL, BYTES, "millrace.peer.in.flight", "What is under way and not consumed."),
    QUEUED_BYTES(LEVEL, BYTES, "millrace.peer.queued", "What waits to be sent."),
    CREDIT_LIMITED_NANOS(
            TOTAL,
            NANOS,
            "millrace.peer.credit.limited",
            "How long something waited for the peer to consume what it has."),
    CONNECTED_NANOS(TOTAL, NANOS, "millrace.peer.connected", "How long they were connected."),
    SENT_MESSAGES(TOTAL, COUNT, "millrace.peer.messages", "Messages, acks included.", "sent"),
    SENT_CONTROLS(TOTAL, COUNT, "", "Acks and other control messages among those sent."),
    SENT_BYTES(TOTAL, BYTES, "millrace.peer.bytes", "What went over the connection.", "sent"),
    RECEIVED_MESSAGES(TOTAL, COUNT, "millrace.peer.messages", "Messages, acks included.", "received"),
    RECEIVED_CONTROLS(TOTAL, COUNT, "", "Control messages among those received."),
    RECEIVED_BYTES(TOTAL, BYTES, "millrace.peer.bytes", "What went over the connection.", "received"),
    /** Latencies of such tuples are not recorded. */
    UNTIMED_MESSAGES(TOTAL, COUNT, "millrace.peer.untimed", "Messages before the peer's clock was known."),
    REFUSED_OFFERS(TOTAL, COUNT, "millrace.peer.refused.offers", "How often a task found no room."),
    WRITES(TOTAL, COUNT, "millrace.peer.writes", "Calls that wrote to the socket."),
    LARGEST_WRITE_BYTES(LEVEL, BYTES, "", "The largest of these writes."),
    /** See {@code topology.transport.latency.budget}. */
    LINGERS(TOTAL, COUNT, "millrace.peer.lingers", "Writes that waited for more."),
    DIALS(TOTAL, COUNT, "", "Attempts to connect."),
    CONNECTIONS(TOTAL, COUNT, "millrace.peer.connections", "Connections that were accepted."),
    APART_NANOS(LEVEL, NANOS, "", "For how long there has been no connection, 0 if there is one.");

    private final Meaning meaning;

    PeerFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    /** @param direction the direction of the messages */
    PeerFigure(Kind kind, Unit unit, String meter, String help, String direction) {
        meaning = Meaning.of(this, kind, unit, meter, help).with("direction", direction);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
