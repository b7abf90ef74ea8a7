// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes and opens doorbells. A doorbell is a word in a mapped file (for a ring: in the ring's file), and named pipes
 * beside that file: {@code file.bell}, by which other processes call a thread that does not read, and, where threads
 * cannot wait for a change of the word, {@code file.read}, which the thread reads. Any thread may call any method.
 */
public final class Doorbells {
    private static final int FILE_LENGTH = 4096;
    private static final int WAITING_OFFSET = 128;

    private Doorbells() {}

    /** How the thread of a doorbell waits, if it can. */
    public enum Wait {
        /** As fast as this process can: for a change of the word, or reading a pipe. */
        FAST,
        /** Parked, as a virtual thread must, which would hold the thread that carries it. */
        PARKED,
        /** Not at all: somebody steps it. There are no pipes. */
        NONE
    }

    /**
     * Makes the pipes for these rings or doorbells before they are created, all by one external command, as a process
     * start costs milliseconds. Without pipes, threads look from time to time.
     */
    public static void makePipes(List<Path> files) throws IOException {
        List<Path> pipes = new ArrayList<>();
        for (Path file : files) {
            pipes.add(callsOf(file));
            if (!Futex.isAvailable()) {
                pipes.add(readOf(file));
            }
        }
        NamedPipe.make(pipes);
    }

    /** Deletes the pipes of a ring or doorbell that was not made. */
    public static void deletePipes(Path file) {
        delete(callsOf(file));
        delete(readOf(file));
    }

    static Path callsOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".bell");
    }

    private static Path readOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".read");
    }

    /** Makes a doorbell without a ring. The calling process may wait at it. */
    public static Doorbell create(Path file) throws IOException {
        makePipes(List.of(file));
        MappedMemory memory = MappedMemory.create(file, FILE_LENGTH);
        SharedFile.publish(memory, SharedFile.BELL_MAGIC, WAITING_OFFSET);
        return attachOwn(memory, file, Wait.FAST, () -> delete(file));
    }

    /** Opens the doorbell of another thread or process, to ring it. */
    public static Doorbell open(Path file) throws IOException {
        return attachOther(map(file, FILE_LENGTH), file);
    }

    /** Maps up to {@code most} bytes of a ring, or of a file of doorbells, after checks. */
    static MappedMemory map(Path file, int most) throws IOException {
        long length = Files.size(file);
        int mapped = (int) Math.min(length, most);
        MappedMemory memory = MappedMemory.open(file, mapped);
        SharedFile.check(file, memory, length);
        int offset = memory.getIntPlain(SharedFile.DOORBELL_OFFSET);
        if (offset < SharedFile.HEAD_LENGTH || offset > mapped - 2 * Long.BYTES || offset % Long.BYTES != 0) {
            throw new IOException(file + " names " + offset + " as its doorbell's offset: it is damaged, delete it");
        }
        return memory;
    }

    /** Attaches the caller's own doorbell, whose word is in memory that is mapped already. */
    public static Doorbell attachOwn(MappedMemory memory, Path file, Wait wait, Runnable removal) throws IOException {
        OwnDoorbell[] made = new OwnDoorbell[1];
        CallReader calls = new CallReader(NamedPipe.openIfExists(callsOf(file)), number -> made[0].called());
        made[0] = OwnDoorbell.make(wordOf(memory), file, wait, readOf(file), calls, () -> {
            calls.close();
            deletePipes(file);
            removal.run();
        });
        return made[0];
    }

    /**
     * Attaches the doorbell of a ring that threads of a board read in turn.
     *
     * @param memory memory of the ring
     */
    public static Doorbell attachMovable(MappedMemory memory, Path ring, DoorbellBoard board, Runnable removal) {
        return new MovableDoorbell(memory, numberOf(memory), ring, board, removal);
    }

    /** Attaches the doorbell of another thread or process, whose word is in memory that is mapped already. */
    public static Doorbell attachOther(MappedMemory memory, Path file) throws IOException {
        return memory.getVolatile(numberOf(memory)) == 0
                ? new OtherDoorbell(
                        wordOf(memory), file, PipeWriter.open(readOf(file)), PipeWriter.open(callsOf(file)), 0)
                : new OtherMovableDoorbell(memory, numberOf(memory), file);
    }

    /**
     * Returns whether a thread waits at the doorbell of a ring, as far as another process can see.
     *
     * @param memory memory of the ring, which may be read-only
     */
    public static boolean isWaiting(MappedMemory memory, Path ring) {
        long number = memory.getVolatile(numberOf(memory));
        if (number == 0) {
            return WaitingWord.isWaiting(wordOf(memory).read());
        }
        Path file = ring.resolveSibling(DoorbellBoard.NAME);
        try {
            MappedMemory board = MappedMemory.openReadOnly(file, 0);
            SharedFile.check(file, board, board.length());
            int offset = DoorbellBoard.offsetOf(number - 1);
            return offset <= board.length() - Long.BYTES && WaitingWord.isWaiting(board.getVolatile(offset));
        } catch (IOException e) {
            // The process that reads the ring is gone
            return false;
        }
    }

    private static WaitingWord wordOf(MappedMemory memory) {
        return new WaitingWord(memory, memory.getIntPlain(SharedFile.DOORBELL_OFFSET));
    }

    /** Returns the offset of the number of a doorbell on the board, plus 1; 0 there if the word before it is used. */
    private static int numberOf(MappedMemory memory) {
        return memory.getIntPlain(SharedFile.DOORBELL_OFFSET) + Long.BYTES;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
