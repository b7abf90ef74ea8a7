// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/** What was written and is not done yet, which must not fill a disk. Used by the load generator's thread. */
final class Backlog {

    static final long MOST_BYTES = 256 << 20;

    /** Each may be a file. */
    static final long MOST_MESSAGES = 200_000;

    /** How many messages are written between two looks. */
    private static final long STEP = 16;

    private final Board board;

    /** So many messages may have been written when it is looked again. */
    private long room;

    Backlog(Board board) {
        this.board = board;
    }

    /** Whether another message has no room now. */
    boolean isFull(int bytes) {
        long written = board.get(BoardDescriptor.EMITTED);
        if (written < room) {
            return false;
        }
        long most = Math.min(MOST_MESSAGES, Math.max(1, MOST_BYTES / bytes));
        long left = board.totals().done() + most - written;
        room = written + Math.min(left, STEP);
        return left <= 0;
    }
}
