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

    private static Path callsOf(Path file) {
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
        long length = Files.size(file);
        int mapped = (int) Math.min(length, FILE_LENGTH);
        MappedMemory memory = MappedMemory.open(file, mapped);
        SharedFile.check(file, memory, length);
        int offset = memory.getIntPlain(SharedFile.DOORBELL_OFFSET);
        if (offset < SharedFile.HEAD_LENGTH || offset > mapped - Long.BYTES || offset % Long.BYTES != 0) {
            throw new IOException(file + " names " + offset + " as its doorbell's offset: it is damaged, delete it");
        }
        return attachOther(memory, file);
    }

    /** The caller's own doorbell, whose word is in memory that is mapped already. */
    public static Doorbell attachOwn(MappedMemory memory, Path file, Wait wait, Runnable removal) throws IOException {
        NamedPipe pipe = wait == Wait.FAST && !Futex.isAvailable() ? NamedPipe.openIfExists(readOf(file)) : null;
        NamedPipe calls = NamedPipe.openIfExists(callsOf(file));
        return new OwnDoorbell(
                wordOf(memory), file, pipe, calls, wait == Wait.FAST && calls != null && Futex.isAvailable(), () -> {
                    deletePipes(file);
                    removal.run();
                });
    }

    /** The doorbell of another thread or process, whose word is in memory that is mapped already. */
    public static Doorbell attachOther(MappedMemory memory, Path file) throws IOException {
        return new OtherDoorbell(
                wordOf(memory), file, NamedPipe.openIfExists(readOf(file)), NamedPipe.openIfExists(callsOf(file)), 0);
    }

    private static WaitingWord wordOf(MappedMemory memory) {
        return new WaitingWord(memory, memory.getIntPlain(SharedFile.DOORBELL_OFFSET));
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
