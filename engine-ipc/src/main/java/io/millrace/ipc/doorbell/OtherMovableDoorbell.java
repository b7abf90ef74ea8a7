// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The doorbell of a ring whose head says which doorbell of its process's board is to be rung. */
final class OtherMovableDoorbell implements Doorbell {
    private final MappedMemory memory;
    private final int offset;
    private final Path ring;
    private final MappedMemory board;
    private final Path boardFile;
    private final PipeWriter calls;
    private final OtherDoorbell[] doorbells;
    private boolean closed;

    /** @param offset offset in the ring's file of the word that has the number plus 1 */
    OtherMovableDoorbell(MappedMemory memory, int offset, Path ring) throws IOException {
        this.memory = memory;
        this.offset = offset;
        this.ring = ring;
        this.boardFile = ring.resolveSibling(DoorbellBoard.NAME);
        this.board = Doorbells.map(boardFile, Integer.MAX_VALUE);
        this.calls = PipeWriter.open(Doorbells.callsOf(boardFile));
        this.doorbells = new OtherDoorbell[DoorbellBoard.sizeOf(board.length())];
    }

    @Override
    public void ring() {
        Doorbell present = present();
        if (present != null) {
            present.ring();
        }
    }

    /** Returns null after {@link #close}, and if the word names no doorbell, which no process writes. */
    private Doorbell present() {
        long number = memory.getVolatile(offset) - 1;
        if (number < 0 || number >= doorbells.length) {
            return null;
        }
        OtherDoorbell known = doorbells[(int) number];
        return known == null ? open((int) number) : known;
    }

    private synchronized Doorbell open(int number) {
        if (doorbells[number] == null && !closed) {
            WaitingWord word = new WaitingWord(board, DoorbellBoard.offsetOf(number));
            try {
                PipeWriter pipe = PipeWriter.open(DoorbellBoard.readOf(boardFile, number));
                doorbells[number] = new OtherDoorbell(word, ring, pipe, calls, number);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot open doorbell " + number + " of " + boardFile, e);
            }
        }
        return doorbells[number];
    }

    @Override
    public boolean isWaiting() {
        Doorbell present = present();
        return present != null && present.isWaiting();
    }

    @Override
    public void prepareWait() {
        throw OtherDoorbell.notOwn(ring);
    }

    @Override
    public void cancelWait() {
        throw OtherDoorbell.notOwn(ring);
    }

    @Override
    public void await(long deadlineNanos) {
        throw OtherDoorbell.notOwn(ring);
    }

    @Override
    public Path path() {
        return ring;
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (OtherDoorbell each : doorbells) {
            if (each != null) {
                each.close();
            }
        }
        calls.close();
    }
}
