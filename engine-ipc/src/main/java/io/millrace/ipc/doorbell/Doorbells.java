package io.millrace.ipc.doorbell;

import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and opens doorbells. A doorbell is a word in a mapped file (for a ring: in the ring's file) and a named pipe
 * beside that file, {@code file.bell}. Any thread may call any method.
 */
public final class Doorbells {
    private static final Logger LOG = LoggerFactory.getLogger(Doorbells.class);
    private static final int FILE_LENGTH = 4096;
    private static final int WAITING_OFFSET = 128;
    private static final long MKFIFO_SECONDS = 10;

    private Doorbells() {}

    /** The pipe of the doorbell at {@code file}. */
    public static Path fifoOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".bell");
    }

    /**
     * Makes the pipes for these rings or doorbells before they are created, all by one external command, as a process
     * start costs milliseconds. Without pipes, doorbells park.
     */
    public static void makeFifos(List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600", "--"));
        for (Path file : files) {
            Path fifo = fifoOf(file);
            if (!isFifo(fifo)) {
                command.add(fifo.toAbsolutePath().toString());
            }
        }
        if (command.size() > 4) {
            String problem = run(command);
            if (problem != null) {
                LOG.warn(
                        "no named pipes in {}, threads wake up later: mkfifo {}",
                        files.get(0).getParent(),
                        problem);
            }
        }
    }

    private static String run(List<String> command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return "cannot be run: " + e.getMessage();
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(MKFIFO_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "did not end in " + MKFIFO_SECONDS + " s";
            }
            return process.exitValue() == 0 ? null : "ended with " + process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making named pipes", e);
        }
    }

    /** Makes a doorbell without a ring. The calling process may wait at it. */
    public static Doorbell create(Path file) throws IOException {
        makeFifos(List.of(file));
        MappedMemory memory = MappedMemory.create(file, FILE_LENGTH);
        SharedFile.publish(memory, SharedFile.BELL_MAGIC, WAITING_OFFSET);
        return attachOwn(memory, file, () -> delete(file));
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
    public static Doorbell attachOwn(MappedMemory memory, Path file, Runnable removal) throws IOException {
        return attach(memory, file, () -> {
            delete(fifoOf(file));
            removal.run();
        });
    }

    /** The doorbell of another thread or process, whose word is in memory that is mapped already. */
    public static Doorbell attachOther(MappedMemory memory, Path file) throws IOException {
        return attach(memory, file, null);
    }

    private static Doorbell attach(MappedMemory memory, Path file, Runnable removal) throws IOException {
        WaitingWord word = new WaitingWord(memory, memory.getIntPlain(SharedFile.DOORBELL_OFFSET));
        Path fifo = fifoOf(file);
        return isFifo(fifo) ? new FifoDoorbell(word, file, fifo, removal) : new ParkDoorbell(word, file, removal);
    }

    private static boolean isFifo(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new IOException(file + " is in the way of a named pipe: move it away");
        }
        return true;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
