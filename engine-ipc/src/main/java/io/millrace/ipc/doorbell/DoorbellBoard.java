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
 * The doorbells of the threads of a process, in one file: whoever reads several rings, one after the other, waits for
 * all of them at one doorbell, and may leave a ring to another thread. The head of a ring names the doorbell of the
 * thread that reads it. Any thread may call any method.
 *
 * <p>The file has a word of 128 bytes for each doorbell. Beside it are the named pipe {@code file.bell}, by which other
 * processes call threads that do not read, and, where threads cannot wait for a change of the word,
 * {@code file.N.read}, which thread N reads.
 */
public final class DoorbellBoard implements AutoCloseable {
    /** The name of the file, which is beside the rings. */
    static final String NAME = "bells";

    /** The numbers of doorbells are two bytes in the pipe. */
    public static final int MAX_DOORBELLS = 1 << Short.SIZE;

    private static final int FIRST_WORD = 128;
    private static final int WORD_LENGTH = 128;
    private static final int MAX_LENGTH = FIRST_WORD + WORD_LENGTH * MAX_DOORBELLS;

    private final Path file;
    private final CallReader calls;
    private final List<OwnDoorbell> doorbells = new ArrayList<>();

    private DoorbellBoard(Path file, List<Doorbells.Wait> waits) throws IOException {
        this.file = file;
        List<Path> pipes = new ArrayList<>();
        for (int i = 0; i < waits.size(); i++) {
            if (waits.get(i) == Doorbells.Wait.FAST && !Futex.isAvailable()) {
                pipes.add(readOf(file, i));
            }
        }
        if (waits.stream().anyMatch(wait -> wait != Doorbells.Wait.NONE)) {
            pipes.add(Doorbells.callsOf(file));
        }
        NamedPipe.make(pipes);
        MappedMemory memory = MappedMemory.create(file, FIRST_WORD + WORD_LENGTH * waits.size());
        SharedFile.publish(memory, SharedFile.BELL_MAGIC, FIRST_WORD);
        this.calls = new CallReader(
                NamedPipe.openIfExists(Doorbells.callsOf(file)),
                number -> doorbells.get(number).called());
        for (int i = 0; i < waits.size(); i++) {
            WaitingWord word = new WaitingWord(memory, offsetOf(i));
            doorbells.add(OwnDoorbell.make(word, file, waits.get(i), readOf(file, i), calls, () -> {}));
        }
    }

    /**
     * Makes the doorbells of the calling process.
     *
     * @param directory directory of the rings that its threads read
     * @param waits how the thread of each doorbell waits; at most {@link #MAX_DOORBELLS}, none if no thread reads a
     *     ring
     */
    public static DoorbellBoard create(Path directory, List<Doorbells.Wait> waits) throws IOException {
        if (waits.size() > MAX_DOORBELLS) {
            throw new IllegalArgumentException(waits.size() + " doorbells: a process has at most " + MAX_DOORBELLS);
        }
        return new DoorbellBoard(directory.resolve(NAME), List.copyOf(waits));
    }

    /** Returns the offset of the word of a doorbell; the file's length or more if it has no such doorbell. */
    static int offsetOf(long number) {
        return number < 0 || number >= MAX_DOORBELLS ? MAX_LENGTH : FIRST_WORD + (int) number * WORD_LENGTH;
    }

    /** Returns how many doorbells a file of this length has. */
    static int sizeOf(int length) {
        return Math.max(0, (length - FIRST_WORD) / WORD_LENGTH);
    }

    static Path readOf(Path file, int number) {
        return file.resolveSibling(file.getFileName() + "." + number + ".read");
    }

    public int size() {
        return doorbells.size();
    }

    /** Returns the doorbell at which thread {@code number} waits. Other processes cannot open it by its path. */
    public Doorbell doorbell(int number) {
        return doorbells.get(number);
    }

    /** Releases the threads that wait, and deletes the files. */
    @Override
    public void close() {
        doorbells.forEach(OwnDoorbell::close);
        calls.close();
        try {
            for (int i = 0; i < doorbells.size(); i++) {
                Files.deleteIfExists(readOf(file, i));
            }
            Files.deleteIfExists(Doorbells.callsOf(file));
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
