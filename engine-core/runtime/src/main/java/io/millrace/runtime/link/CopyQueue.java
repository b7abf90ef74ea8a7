// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.tuple.CopyDescriptor;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.GeoSender;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queue of events that are about to be sent once to several tasks. Copies of a tuple for different tasks become one
 * event, if all that was queued for the task before is before that event. So each task gets what it would get by a
 * channel of its own, in the same order, whatever is merged. The executor's thread.
 */
final class CopyQueue {

    /** Takes events. */
    interface Sink {

        /**
         * @param marker whether the event must not wait for others
         * @return false if there is no room
         */
        boolean offer(ByteBuffer event, int length, boolean marker);
    }

    private static final int FIRST_BYTES = 256;
    private static final int KEPT_BYTES = 64 << 10;
    private static final int KEPT_EVENTS = 256;

    /** An event, with the members that get it. */
    private static final class Event {
        private Object[] values;
        private int emission;
        private StreamRef stream;
        private short generation;
        private int roots;
        private long[] to;
        private long[] sampled;
        private long[] edges = {};
        private int count;
        private ByteBuffer message = buffer(FIRST_BYTES);
        private int length;
    }

    private final int members;
    private final TupleEncoder encoder;
    private final ArrayDeque<Event> spare = new ArrayDeque<>();

    /** The queued events; the first has the position {@link #first}. */
    private final List<Event> events = new ArrayList<>();

    private int begin;
    private long first;
    private long bytes;

    /** The position behind the last event of each member, by member. */
    private final long[] after;

    private ByteBuffer scratch = buffer(FIRST_BYTES);

    CopyQueue(int members, TupleEncoder encoder) {
        this.members = members;
        this.encoder = encoder;
        this.after = new long[members];
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isEmpty() {
        return begin == events.size();
    }

    /** Returns the most bytes that all events take in a batch. */
    long bytes() {
        return bytes;
    }

    /** Returns the most bytes that a tuple takes in a batch if it is not merged. */
    int most(DataTuple tuple) {
        return bytes(encoder.sizeOf(tuple), tuple.rootCount());
    }

    private int bytes(int length, int roots) {
        return length + CopyDescriptor.mostOverhead(members, roots) + GeoSender.OVERHEAD_BYTES;
    }

    /**
     * Makes the tuple a copy of one that is queued. Returns false if no equal tuple is queued where the tuple may be.
     */
    boolean merge(DataTuple tuple, int member) {
        long end = first + events.size() - begin;
        for (long at = Math.max(after[member], first); at < end; at++) {
            Event event = events.get(begin + (int) (at - first));
            if (isSame(event, tuple)) {
                // The encoder counts the length of the tuple for each task
                encoder.sizeOf(tuple);
                add(event, at, tuple, member);
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(Event event, DataTuple tuple) {
        boolean sameValues = event.values == tuple.array()
                || tuple.stream().isWatermarks() && Arrays.equals(event.values, tuple.array());
        return sameValues
                && event.emission == tuple.emission()
                && event.stream == tuple.stream()
                && event.generation == tuple.generation()
                && event.roots == tuple.rootCount();
    }

    /** Queues a tuple that was not merged. */
    void add(DataTuple tuple, int member) {
        Event event = spare.isEmpty() ? new Event() : spare.poll();
        int length = encoder.sizeOf(tuple);
        if (event.message.capacity() < length) {
            event.message = buffer(length);
        }
        encoder.write(tuple, event.message, 0);
        event.values = tuple.array();
        event.emission = tuple.emission();
        event.stream = tuple.stream();
        event.generation = tuple.generation();
        event.roots = tuple.rootCount();
        event.to = cleared(event.to);
        event.sampled = cleared(event.sampled);
        if (event.edges.length < members * event.roots) {
            event.edges = new long[members * event.roots];
        }
        event.count = 0;
        event.length = length;
        events.add(event);
        bytes += bytes(length, event.roots);
        add(event, first + events.size() - begin - 1, tuple, member);
    }

    private long[] cleared(long[] bits) {
        if (bits == null) {
            return CopyDescriptor.bits(members);
        }
        Arrays.fill(bits, 0);
        return bits;
    }

    private void add(Event event, long at, DataTuple tuple, int member) {
        CopyDescriptor.add(event.to, member);
        if (tuple.stageTimes() != null) {
            CopyDescriptor.add(event.sampled, member);
        }
        for (int i = 0; i < event.roots; i++) {
            event.edges[member * event.roots + i] = tuple.edge(i);
        }
        event.count++;
        after[member] = at + 1;
    }

    /** Hands over the events that all members get, or all events. */
    void flush(Sink sink, boolean all) {
        while (!isEmpty() && (all || events.get(begin).count == members)) {
            Event event = events.get(begin);
            int most = bytes(event.length, event.roots);
            if (scratch.capacity() < most) {
                scratch = buffer(most);
            }
            int length = CopyDescriptor.write(
                    scratch, members, event.message, event.length, event.to, event.sampled, event.edges);
            // Barriers and watermarks must not wait for other events
            if (!sink.offer(scratch, length, event.stream.isGrouped())) {
                break;
            }
            bytes -= most;
            recycle(event);
            begin++;
            first++;
        }
        if (begin == events.size()) {
            events.clear();
            begin = 0;
        } else if (begin > KEPT_EVENTS) {
            events.subList(0, begin).clear();
            begin = 0;
        }
    }

    private void recycle(Event event) {
        event.values = null;
        if (spare.size() < KEPT_EVENTS && event.message.capacity() <= KEPT_BYTES) {
            spare.add(event);
        }
    }
}
