// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Puts the pieces of a record together, and drops the pieces of a record that misses one. Used by the owner of a queue.
 */
final class RecordAssembler {

    /** The record that is begun; null while there is none. */
    private ByteBuffer record;

    private long offered;

    /** Returns whether a record is begun. */
    boolean hasBegun() {
        return record != null;
    }

    /** Returns the bytes of the record that is begun. */
    int held() {
        return record == null ? 0 : record.position();
    }

    /** Returns when the record that is begun was offered. */
    long offered() {
        return offered;
    }

    /**
     * Adds a piece.
     *
     * @param following bytes in the pieces that follow
     */
    void add(ByteBuffer piece, boolean first, int following, long time) {
        int length = piece.remaining();
        if (first) {
            record = ByteBuffer.allocate(length + following).order(ByteOrder.LITTLE_ENDIAN);
            offered = time;
        } else if (record == null || record.remaining() != length + following) {
            record = null;
            return;
        }
        record.put(piece);
    }

    /** Returns the record after its last piece; null if a piece of it was missing. */
    ByteBuffer take() {
        ByteBuffer whole = record == null ? null : record.flip();
        record = null;
        return whole;
    }
}
