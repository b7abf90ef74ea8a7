// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.link.SiteChannel;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRoute;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * The relays to one worker. Each has a slot, which another relay takes when it has gone: a channel has as many routes
 * as there are slots, for its whole life. One thread at a time sets relays; executors read.
 */
final class RelaySlots {

    private record Relay(String worker, Peer peer) {}

    private final AtomicReferenceArray<Relay> slots = new AtomicReferenceArray<>(RelayChoice.MOST);
    private final Runnable want;
    private volatile boolean wanted;

    /** @param want action that is run when relays are wanted for the first time */
    RelaySlots(Runnable want) {
        this.want = want;
    }

    /**
     * Sets the workers that relay. Workers that were relays before keep their slots.
     *
     * @param connections returns the connection to a worker, or null
     */
    void set(List<String> workers, Function<String, Peer> connections) {
        List<String> fresh = new ArrayList<>(workers);
        for (int i = 0; i < slots.length(); i++) {
            Relay before = slots.get(i);
            if (before != null && fresh.remove(before.worker())) {
                put(i, before.worker(), connections);
            } else {
                slots.set(i, null);
            }
        }
        for (int i = 0; i < slots.length() && !fresh.isEmpty(); i++) {
            if (slots.get(i) == null) {
                put(i, fresh.remove(0), connections);
            }
        }
    }

    private void put(int slot, String worker, Function<String, Peer> connections) {
        Peer peer = connections.apply(worker);
        Relay before = slots.get(slot);
        if (peer == null) {
            slots.set(slot, null);
        } else if (before == null || before.peer() != peer) {
            slots.set(slot, new Relay(worker, peer));
        }
    }

    /** Returns a route of a channel for each slot. */
    List<GeoRoute> routes(int channel) {
        List<GeoRoute> routes = new ArrayList<>();
        for (int i = 0; i < slots.length(); i++) {
            routes.add(new RelayRoute(i, SiteChannel.byRelay(channel)));
        }
        return routes;
    }

    private final class RelayRoute implements GeoRoute {
        private final int slot;
        private final int number;

        /** The relay by which batches go; owned by the sender's thread. */
        private Relay used;

        RelayRoute(int slot, int number) {
            this.slot = slot;
            this.number = number;
        }

        @Override
        public boolean isRelayed() {
            return true;
        }

        @Override
        public String name() {
            Relay now = slots.get(slot);
            return now == null ? "" : "relay " + now.worker();
        }

        @Override
        public void prepare() {
            if (!wanted) {
                wanted = true;
                want.run();
            }
        }

        /** Returns whether the route is up. It is down once when the relay changes, as batches under way are lost. */
        @Override
        public boolean isUp() {
            Relay now = slots.get(slot);
            if (now != used) {
                used = now;
                return false;
            }
            return now != null && now.peer().connected();
        }

        @Override
        public boolean offer(ByteBuffer batch, int offset, int length) {
            return used != null && used.peer().offer(number, batch, offset, length);
        }
    }
}
