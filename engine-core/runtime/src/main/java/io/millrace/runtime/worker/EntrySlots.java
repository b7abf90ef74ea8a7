// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.link.SiteChannel;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRoute;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The entries to one region for the copies of one task. Each has a slot, which another worker takes when the entry has
 * gone: a channel has as many routes as there are slots, for its whole life. One thread at a time sets entries;
 * executors read.
 */
final class EntrySlots {

    /** Finds a connection to a worker by its number, which is 0 for the first of the pair; null if there is none. */
    interface Connections {
        Peer to(String worker, int number);
    }

    private record Entry(String worker, Peer peer) {}

    private final AtomicReferenceArray<Entry> slots = new AtomicReferenceArray<>(EntryChoice.MOST);
    private final Connections connections;
    private final int most;

    /** @param most number of connections to the first entry that may be used */
    EntrySlots(Connections connections, int most) {
        this.connections = connections;
        this.most = most;
    }

    /** Sets the entries, the preferred one first. Workers that were entries before keep their slots. */
    void set(List<String> workers) {
        List<String> fresh = new ArrayList<>(workers);
        for (int i = 0; i < slots.length(); i++) {
            Entry before = slots.get(i);
            put(i, before != null && fresh.remove(before.worker()) ? before.worker() : null);
        }
        for (int i = 0; i < slots.length() && !fresh.isEmpty(); i++) {
            if (slots.get(i) == null) {
                put(i, fresh.remove(0));
            }
        }
    }

    private void put(int slot, String worker) {
        Peer peer = worker == null ? null : connections.to(worker, 0);
        Entry before = slots.get(slot);
        if (peer == null) {
            slots.set(slot, null);
        } else if (before == null || before.peer() != peer) {
            slots.set(slot, new Entry(worker, peer));
        }
    }

    /** Returns the routes of a channel: to each entry, and further connections to the first. */
    List<GeoRoute> routes(int channel) {
        int number = SiteChannel.toEntry(channel);
        List<GeoRoute> routes = new ArrayList<>();
        for (int i = 0; i < slots.length(); i++) {
            routes.add(new EntryRoute(i, 0, number));
        }
        for (int further = 1; further < most; further++) {
            routes.add(new EntryRoute(0, further, number));
        }
        return routes;
    }

    private final class EntryRoute implements GeoRoute {
        private final int slot;
        private final int connection;
        private final int number;

        /** The entry to which batches go; owned by the sender's thread. */
        private Entry used;

        private Peer peer;

        EntryRoute(int slot, int connection, int number) {
            this.slot = slot;
            this.connection = connection;
            this.number = number;
        }

        @Override
        public String name() {
            Entry now = slots.get(slot);
            if (now == null || connection > 0 && peer == null) {
                return "";
            }
            return "entry " + now.worker() + (connection == 0 ? "" : " connection " + (connection + 1));
        }

        @Override
        public void prepare() {
            if (connection > 0 && used != null && peer == null) {
                peer = connections.to(used.worker(), connection);
            }
        }

        /** Returns whether the route is up. It is down once when the entry changes, as batches under way are lost. */
        @Override
        public boolean isUp() {
            Entry now = slots.get(slot);
            if (now != used) {
                used = now;
                peer = now == null || connection > 0 ? null : now.peer();
                return false;
            }
            return peer != null && peer.connected();
        }

        @Override
        public boolean offer(ByteBuffer batch, int offset, int length) {
            return peer != null && peer.offer(number, batch, offset, length);
        }
    }
}
