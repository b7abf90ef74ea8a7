// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** Private memory of the consumer. A new consumer starts with none of it. */
final class ConsumerFields {
    /** What it does next. */
    enum At {
        IDLE,
        SCAN,
        READ_ANNOUNCES,
        FIND_END,
        FINISH,
        PROBE_OWNER,
        ABANDON,
        SEEK_ANNOUNCER,
        PROBE_ANNOUNCER,
        ABANDON_HOLE,
        DELIVER,
        COUNT,
        MARK,
        END_PASS,
        LOAD_RETIREMENT,
        CLEAR_ANNOUNCE,
        FREE_SLOT,
        UNLINK;

        private static final At[] VALUES = values();
    }

    private final Field at;

    /** All before it is read. */
    final Field done;

    /** All before it is finished or skipped. */
    final Field cursor;

    /** Claims that are passed over: where they begin and end. */
    final Field[] start;

    final Field[] end;
    final Field size;

    /** Tail when the pass began. */
    final Field limit;

    /** The index of the skipped claim that is looked at; if it equals their number, the claim at the cursor. */
    final Field index;

    /** The end of the claim that is looked at, once it is known. */
    final Field claimEnd;

    /** Whether the record at hand is read in order, not in a pass. */
    final Field inOrder;

    /** The slot whose owner is probed. */
    final Field slot;

    /** The slot that is being freed. */
    final Field holder;

    /** Per slot: tail when its owner was proven gone. */
    final Field[] retireAt;

    /** Per slot: how many fragments it has of an unfinished message, and what is in the first of them. */
    final Field[] parts;

    final Field[] firstPart;

    /** The record that the handler holds, and what is in it. */
    final Field held;

    final Field heldContent;

    ConsumerFields(Field.Packing bits, Ring ring, int lastPosition) {
        int fragments = ring.plans.stream()
                .flatMap(java.util.List::stream)
                .mapToInt(PlannedRecord::fragments)
                .max()
                .orElseThrow();
        int contents = ring.plans.stream().mapToInt(java.util.List::size).max().orElseThrow() * ring.producers * 2;
        this.at = bits.of(0, At.UNLINK.ordinal());
        this.done = bits.of(0, lastPosition);
        this.cursor = bits.of(0, lastPosition);
        this.start = bits.array(ring.slots + 1, 0, lastPosition);
        this.end = bits.array(ring.slots + 1, 0, lastPosition);
        this.size = bits.of(0, ring.slots + 1);
        this.limit = bits.of(0, lastPosition);
        this.index = bits.of(0, ring.slots + 1);
        this.claimEnd = bits.of(0, lastPosition);
        this.inOrder = bits.bit();
        this.slot = bits.of(0, ring.slots);
        this.holder = bits.of(0, ring.slotsAreReused ? ring.producers - 1 : 0);
        this.retireAt = bits.array(ring.slots, Ring.NONE, ring.slotsAreReused ? lastPosition : Ring.NONE);
        this.parts = bits.array(ring.slots, 0, fragments - 1);
        this.firstPart = bits.array(ring.slots, 0, fragments > 1 ? contents : 0);
        this.held = bits.of(Ring.NONE, ring.scenario.holds() ? lastPosition : Ring.NONE);
        this.heldContent = bits.of(Ring.NOTHING, ring.scenario.holds() ? contents : Ring.NOTHING);
    }

    At at(long[] s) {
        return At.VALUES[at.get(s)];
    }

    void go(long[] s, At next) {
        at.set(s, next.ordinal());
    }

    boolean looksAtWindow(long[] s) {
        return index.get(s) < size.get(s);
    }

    /** The position of the claim at hand. */
    int position(long[] s) {
        return looksAtWindow(s) ? start[index.get(s)].get(s) : cursor.get(s);
    }

    boolean windowIsFull(long[] s) {
        return size.get(s) == start.length;
    }

    void add(long[] s, int from, int to) {
        int i = size.get(s);
        start[i].set(s, from);
        end[i].set(s, to);
        size.set(s, i + 1);
    }

    void remove(long[] s, int i) {
        int last = size.get(s) - 1;
        for (; i < last; i++) {
            start[i].set(s, start[i + 1].get(s));
            end[i].set(s, end[i + 1].get(s));
        }
        start[last].set(s, 0);
        end[last].set(s, 0);
        size.set(s, last);
    }

    /** Between two polls only the skipped claims are kept. */
    void becomeIdle(long[] s) {
        limit.set(s, 0);
        index.set(s, 0);
        claimEnd.set(s, 0);
        inOrder.set(s, 0);
        slot.set(s, 0);
        holder.set(s, 0);
        go(s, At.IDLE);
    }

    /** It is a new process. */
    void forget(long[] s, int startsAt) {
        becomeIdle(s);
        while (size.get(s) > 0) {
            remove(s, 0);
        }
        held.set(s, Ring.NONE);
        heldContent.set(s, Ring.NOTHING);
        done.set(s, startsAt);
        cursor.set(s, startsAt);
        for (int i = 0; i < retireAt.length; i++) {
            retireAt[i].set(s, Ring.NONE);
            parts[i].set(s, 0);
            firstPart[i].set(s, 0);
        }
    }
}
