// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * The records that are retained, by position. They keep at most half of the ring: beyond that the oldest ones are moved
 * out. Used by the consumer's thread.
 */
final class RetainedRecords {
    private final long mostCells;
    private RetainedRecord oldest;
    private RetainedRecord newest;

    RetainedRecords(int cells) {
        this.mostCells = cells / 2;
    }

    /** Usually the newest position, but a record that was skipped is read after newer ones. */
    RetainedRecord add(long position, Runnable moveOut) {
        RetainedRecord record = new RetainedRecord(this, position, moveOut);
        RetainedRecord before = newest;
        while (before != null && before.position > position) {
            before = before.before;
        }
        RetainedRecord after = before == null ? oldest : before.after;
        record.before = before;
        record.after = after;
        if (before == null) {
            oldest = record;
        } else {
            before.after = record;
        }
        if (after == null) {
            newest = record;
        } else {
            after.before = record;
        }
        return record;
    }

    void remove(RetainedRecord record) {
        if (record.before == null) {
            oldest = record.after;
        } else {
            record.before.after = record.after;
        }
        if (record.after == null) {
            newest = record.before;
        } else {
            record.after.before = record.before;
        }
        // Who keeps one that was given back must not keep all that came after it, with their copies
        record.before = null;
        record.after = null;
    }

    /** Returns the position before which producers may overwrite, if all before {@code free} was read. */
    long overwritableUpTo(long free) {
        while (oldest != null && free - oldest.position > mostCells) {
            oldest.moveOut();
        }
        return oldest == null ? free : Math.min(free, oldest.position);
    }
}
