// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.transport.geo.Spread;
import io.millrace.transport.geo.model.Limits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measurement of a channel.
 *
 * @param labels what it is, in the order in which it is printed; differs between the cells of a figure
 * @param price of bytes and relays, and what may be spent
 * @param phases what is offered
 */
record Cell(
        Map<String, String> labels,
        Conditions conditions,
        Batches batches,
        Ways ways,
        Price price,
        List<Phase> phases) {

    /**
     * What the source makes of events.
     *
     * @param chooser who chooses the batches
     * @param size events of a batch if it is fixed
     * @param eventBytes of an event
     * @param maxBytes of events in a batch
     */
    record Batches(Chooser chooser, int size, int eventBytes, int maxBytes) {}

    /**
     * The ways to the target.
     *
     * @param connections whether the routes after the first are further connections on the same pair; else relays at
     *     the source's site
     */
    record Ways(int routes, boolean connections, Spread spread) {}

    /**
     * What bytes and relays cost, and what may be spent.
     *
     * @param gigabyte of 10^9 bytes that leave the source's site
     * @param relayHour of each relay while a route by it is used
     * @param budgetHour that may be spent; 0 for any amount
     */
    record Price(double gigabyte, double relayHour, double budgetHour, Limits.Objective objective) {

        static final Price FREE = new Price(0, 0, 0, Limits.Objective.LATENCY);
    }

    /** Who chooses the batches, and which of the routes are used. */
    enum Chooser {
        /** The oracle, among all routes. */
        ORACLE,
        /** The same, with the model as JetStream printed it. */
        PUBLISHED,
        /** What one turn of the source offers is a batch; the oracle chooses among all routes. */
        NATURAL,
        /** The oracle, with the routes that the channel learns to help. */
        LEARNING,
        /** The same, by a channel that begins with what an earlier one of the same pair of sites has learnt. */
        KNOWING,
        /** Natural batches, with the routes that the channel learns to help. */
        NATURAL_LEARNING,
        /** The same, by a channel that begins with what an earlier one has learnt. */
        NATURAL_KNOWING,
        /** Nobody: batches of one size by all routes. */
        STATIC,
        /** Nobody: one event, and the next when that was acknowledged. */
        STOP_AND_WAIT;

        /** Whether an earlier channel learns for it. */
        boolean knows() {
            return this == KNOWING || this == NATURAL_KNOWING;
        }

        /** Whether it chooses the size of batches, so that it has a setting to settle on. */
        boolean choosesSizes() {
            return this == ORACLE || this == PUBLISHED;
        }

        /** The same without what an earlier one has learnt. */
        Chooser learning() {
            return this == NATURAL_KNOWING ? NATURAL_LEARNING : LEARNING;
        }
    }

    private static final int MAX_BATCH_BYTES = 64 << 10;

    /** More than a round trip of all that the routes carry. */
    private static final int KEPT_BYTES_PER_ROUTE = 1 << 20;

    private static final int KEPT_BATCHES = 4;

    /** The time in which a channel learns which of six routes help, while more is offered than they carry. */
    private static final double LEARNING_SECONDS = 25;

    static Cell of(Chooser chooser, int batch, int routes, int eventBytes, List<Phase> phases) {
        int needed = chooser == Chooser.STATIC ? batch * (eventBytes + 2 * Integer.BYTES) : 0;
        return new Cell(
                Map.of(),
                Conditions.PLAIN,
                new Batches(chooser, batch, eventBytes, Math.max(MAX_BATCH_BYTES, needed)),
                new Ways(routes, false, Spread.FIRST_ARRIVAL),
                Price.FREE,
                phases);
    }

    Cell label(String name, Object value) {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.put(name, String.valueOf(value));
        return new Cell(all, conditions, batches, ways, price, phases);
    }

    Cell under(Conditions other) {
        return new Cell(labels, other, batches, ways, price, phases);
    }

    Cell byConnections() {
        return by(new Ways(ways.routes(), true, ways.spread()));
    }

    Cell spread(Spread other) {
        return by(new Ways(ways.routes(), ways.connections(), other));
    }

    private Cell by(Ways other) {
        return new Cell(labels, conditions, batches, other, price, phases);
    }

    Cell price(Price other) {
        return new Cell(labels, conditions, batches, ways, other, phases);
    }

    /** The length of all phases together, with those of the channel from which this one learns. */
    double seconds() {
        double own = phases.stream().mapToDouble(Phase::seconds).sum();
        return batches.chooser().knows() ? own + earlier().seconds() : own;
    }

    /** Returns the cell of the earlier channel that has learnt what this one knows. */
    Cell earlier() {
        return new Cell(
                labels,
                conditions,
                new Batches(batches.chooser().learning(), batches.size(), batches.eventBytes(), batches.maxBytes()),
                ways,
                price,
                List.of(Phase.flood(
                        Phase.WARM_UP, Math.min(LEARNING_SECONDS, phases.get(0).seconds() * phases.size()))));
    }

    /** How many bytes either end keeps. */
    long keptBytes() {
        return Math.max((long) ways.routes() * KEPT_BYTES_PER_ROUTE, (long) KEPT_BATCHES * batches.maxBytes());
    }

    String name() {
        return name(labels);
    }

    static String name(Map<String, String> labels) {
        return String.join(
                " ",
                labels.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .toList());
    }
}
