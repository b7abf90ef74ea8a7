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
 * @param chooser who chooses the batches
 * @param batch events of a batch if it is fixed
 * @param connections whether the routes after the first are further connections on the same pair; else relays at the source's site
 * @param maxBatchBytes of events in a batch
 * @param price of bytes and relays, and what may be spent
 * @param phases what is offered
 */
record Cell(
        Map<String, String> labels,
        Conditions conditions,
        Chooser chooser,
        int batch,
        int routes,
        boolean connections,
        Spread spread,
        int eventBytes,
        int maxBatchBytes,
        Price price,
        List<Phase> phases) {

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
        /** The oracle, with the routes that the channel learns to help. */
        LEARNING,
        /** Nobody: batches of one size by all routes. */
        STATIC,
        /** Nobody: one event, and the next when that was acknowledged. */
        STOP_AND_WAIT
    }

    private static final int MAX_BATCH_BYTES = 64 << 10;

    /** More than a round trip of all that the routes carry. */
    private static final int KEPT_BYTES_PER_ROUTE = 1 << 20;

    private static final int KEPT_BATCHES = 4;

    static Cell of(Chooser chooser, int batch, int routes, int eventBytes, List<Phase> phases) {
        int needed = chooser == Chooser.STATIC ? batch * (eventBytes + 2 * Integer.BYTES) : 0;
        return new Cell(
                Map.of(),
                Conditions.PLAIN,
                chooser,
                batch,
                routes,
                false,
                Spread.FIRST_ARRIVAL,
                eventBytes,
                Math.max(MAX_BATCH_BYTES, needed),
                Price.FREE,
                phases);
    }

    Cell label(String name, Object value) {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.put(name, String.valueOf(value));
        return copy(all, conditions, connections, spread, price);
    }

    Cell under(Conditions other) {
        return copy(labels, other, connections, spread, price);
    }

    Cell byConnections() {
        return copy(labels, conditions, true, spread, price);
    }

    Cell spread(Spread other) {
        return copy(labels, conditions, connections, other, price);
    }

    Cell price(Price other) {
        return copy(labels, conditions, connections, spread, other);
    }

    /** The length of all phases together. */
    double seconds() {
        return phases.stream().mapToDouble(Phase::seconds).sum();
    }

    private Cell copy(
            Map<String, String> otherLabels,
            Conditions otherConditions,
            boolean byConnections,
            Spread otherSpread,
            Price otherPrice) {
        return new Cell(
                otherLabels,
                otherConditions,
                chooser,
                batch,
                routes,
                byConnections,
                otherSpread,
                eventBytes,
                maxBatchBytes,
                otherPrice,
                phases);
    }

    /** How many bytes either end keeps. */
    long keptBytes() {
        return Math.max((long) routes * KEPT_BYTES_PER_ROUTE, (long) KEPT_BATCHES * maxBatchBytes);
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
