// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/** A record whose memory the ring keeps although it was read. Used by the polling thread. */
public final class RetainedRecord {
    private final RetainedRecords all;
    private final Runnable moveOut;
    final long position;

    // The list of all that are retained, by position
    RetainedRecord before;
    RetainedRecord after;
    private boolean released;

    RetainedRecord(RetainedRecords all, long position, Runnable moveOut) {
        this.all = all;
        this.position = position;
        this.moveOut = moveOut;
    }

    /** Gives the memory back: the next poll lets producers overwrite it. No effect if it was given back. */
    public void release() {
        if (!released) {
            released = true;
            all.remove(this);
        }
    }

    /** Lets the holder copy what it needs, and gives the memory back. No effect if it was given back. */
    void moveOut() {
        if (released) {
            return;
        }
        try {
            moveOut.run();
        } finally {
            release();
        }
    }
}
