// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Two sites with hosts for the source, the target and relays beside the source. One thread. */
interface Network extends AutoCloseable {

    String SOURCE = "source";
    String TARGET = "target";
    String RELAY = "relay";

    double RTT_MILLIS = 100;
    double INNER_RTT_MILLIS = 0.5;
    double MEGABITS = 20;

    /** The RTTs of the routes, by number, under {@link Conditions#DIFFERENT}. */
    List<Double> DIFFERENT_RTT_MILLIS = List.of(100.0, 110.0, 120.0, 140.0, 160.0, 200.0);

    double JITTER_MILLIS = 5;
    double LOSS_PERCENT = 1;
    int MOST_ROUTES = 6;

    /** What its figures are marked with. */
    String kind();

    /** Whether it can have these conditions now. */
    boolean can(Conditions conditions);

    void set(Conditions conditions) throws IOException;

    /** Starts the source, the target with transports of these names, or a relay. */
    Node start(String name, List<String> transports) throws IOException, InterruptedException;

    /** Where one finds a port of another one. */
    Place reach(String from, String to, int port) throws IOException;

    /** An address and a port. */
    record Place(String host, int port) {}

    /** Forgets what it saw, before a measurement. */
    void reset() throws IOException;

    /** Adds what it saw since {@link #reset}. */
    void describe(ObjectNode line) throws IOException;

    @Override
    void close();

    /**
     * The names by which the source knows the beginning of each route: the target, and relays or further transports of
     * the target.
     */
    static List<String> routes(Cell cell) {
        List<String> names = new ArrayList<>(List.of(TARGET));
        for (int route = 2; route <= cell.ways().routes(); route++) {
            names.add((cell.ways().connections() ? TARGET : RELAY) + "-" + route);
        }
        return names;
    }

    /** The number of a route, from its name. */
    static int number(String name) {
        int dash = name.indexOf('-');
        return dash < 0 ? 1 : Integer.parseInt(name.substring(dash + 1));
    }
}
