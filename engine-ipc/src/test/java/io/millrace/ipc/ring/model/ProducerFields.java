// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.List;

/** Private memory of a producer. */
final class ProducerFields {
    /** What it does next. */
    enum At {
        GONE,
        LINK,
        REGISTER,
        TAKE,
        LOAD_TAIL,
        ANNOUNCE,
        CLAIM,
        WITHDRAW,
        DESCRIBE,
        CLEAR,
        COPY,
        CHECK,
        COMMIT,
        SETTLE,
        CLOSE;

        private static final At[] VALUES = values();
    }

    private final Field at;
    final Field slot;

    /** Which of its records it writes. */
    final Field record;

    /** The position that was loaded from tail, then claimed. */
    final Field position;

    /** Cells of the claim; in SETTLE, the number of records to step forward. */
    final Field copied;

    ProducerFields(Field.Packing bits, Ring ring, List<PlannedRecord> plan, int end) {
        this.at = bits.of(0, At.CLOSE.ordinal());
        this.slot = bits.of(0, ring.slots - 1);
        this.record = bits.of(0, plan.size() - 1);
        this.position = bits.of(0, end);
        this.copied = bits.of(0, Math.max(ring.cells, plan.size()));
    }

    At at(long[] s) {
        return At.VALUES[at.get(s)];
    }

    void go(long[] s, At next) {
        at.set(s, next.ordinal());
    }

    void startOver(long[] s) {
        position.set(s, 0);
        copied.set(s, 0);
        go(s, At.LOAD_TAIL);
    }

    void forget(long[] s) {
        slot.set(s, 0);
        record.set(s, 0);
        position.set(s, 0);
        copied.set(s, 0);
        go(s, At.GONE);
    }
}
