// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;
import java.nio.file.Path;

/**
 * The doorbell of a ring that threads of a {@link DoorbellBoard} read in turn: that of the thread that reads it now. A
 * word in the ring's head has its number, so that other processes find it too. Nothing is lost when the ring changes
 * threads: the next thread looks into the ring after this was called and before it waits, and whoever rang the former
 * doorbell has published its work before.
 */
final class MovableDoorbell implements Doorbell {
    private final MappedMemory memory;
    private final int offset;
    private final Path path;
    private final DoorbellBoard board;
    private final Runnable removal;

    /**
     * @param offset offset of the word that has the number plus 1
     * @param path path of the ring, by which others open this doorbell
     * @param removal run by {@link #close}
     */
    MovableDoorbell(MappedMemory memory, int offset, Path path, DoorbellBoard board, Runnable removal) {
        this.memory = memory;
        this.offset = offset;
        this.path = path;
        this.board = board;
        this.removal = removal;
    }

    private Doorbell present() {
        return board.doorbell((int) memory.getVolatile(offset) - 1);
    }

    @Override
    public void prepareWait() {
        present().prepareWait();
    }

    @Override
    public void cancelWait() {
        present().cancelWait();
    }

    @Override
    public void await(long deadlineNanos) {
        present().await(deadlineNanos);
    }

    @Override
    public void ring() {
        present().ring();
    }

    @Override
    public boolean isWaiting() {
        return present().isWaiting();
    }

    @Override
    public Path path() {
        return path;
    }

    /** Removes the ring's files. The board and its doorbells stay. */
    @Override
    public void close() {
        removal.run();
    }
}
