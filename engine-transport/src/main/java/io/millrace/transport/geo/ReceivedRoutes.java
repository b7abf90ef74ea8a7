// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** The routes by which batches of a channel came, as its receiver knows them. Used by one thread. */
final class ReceivedRoutes {

    private static final class Received {
        private final int route;
        private int routeSequence;
        private long lastSequence;
        private long atNanos;
        private boolean open;

        /** The connection by which the route's last batch came. */
        private long connection;

        Received(int route) {
            this.route = route;
        }
    }

    private final Received[] routes = new Received[GeoAckDescriptor.MAX_ROUTES];
    private int count;

    /** Notes the route of a batch; false if there would be one route too many. */
    boolean note(int route, int routeSequence, long sequence, long connection, long nowNanos) {
        Received received = find(route);
        if (received == null) {
            if (count == routes.length) {
                return false;
            }
            received = new Received(route);
            received.routeSequence = routeSequence - 1;
            routes[count++] = received;
        }
        received.open = true;
        received.connection = connection;
        received.atNanos = nowNanos;
        if (routeSequence - received.routeSequence > 0) {
            received.routeSequence = routeSequence;
            received.lastSequence = Math.max(received.lastSequence, sequence);
        }
        return true;
    }

    /**
     * Ends the routes of a connection that has gone: nothing in flight on it will come. Returns these routes, as a bit
     * set.
     */
    int closed(long connection) {
        int ended = 0;
        for (int i = 0; i < count; i++) {
            if (routes[i].open && routes[i].connection == connection) {
                routes[i].open = false;
                ended |= 1 << routes[i].route;
            }
        }
        return ended;
    }

    /**
     * Whether every open route has delivered a batch that was sent later, so that no route explains why this sequence
     * is missing.
     */
    boolean haveAllPassed(long sequence) {
        for (int i = 0; i < count; i++) {
            if (routes[i].open && routes[i].lastSequence < sequence) {
                return false;
            }
        }
        return count > 0;
    }

    void writeTo(ByteBuffer ack, long nowNanos) {
        for (int i = 0; i < count; i++) {
            GeoAckDescriptor.addRoute(
                    ack, routes[i].route, !routes[i].open, routes[i].routeSequence, nowNanos - routes[i].atNanos);
        }
    }

    void clear() {
        count = 0;
    }

    private Received find(int route) {
        for (int i = 0; i < count; i++) {
            if (routes[i].route == route) {
                return routes[i];
            }
        }
        return null;
    }
}
