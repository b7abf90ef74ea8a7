// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A small file system in memory at a directory, which can be full and read-only. Needs the right to mount. */
final class Mount implements AutoCloseable {

    private static final String FILLER = "filler";

    private final Path directory;
    private final long bytes;

    private Mount(Path directory, long bytes) {
        this.directory = directory;
        this.bytes = bytes;
    }

    static Mount at(Path directory, int mebibytes) throws IOException, InterruptedException {
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "millrace-faults", directory.toString())) {
            throw new IOException("needs the right to mount a file system");
        }
        return new Mount(directory, (long) mebibytes << 20);
    }

    /** Takes what room there is. */
    void fill() throws IOException {
        byte[] some = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(
                directory.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (long written = 0; written < bytes; written += some.length) {
                out.write(some);
            }
        } catch (IOException e) {
            // It is full
        }
    }

    void free() throws IOException {
        Files.deleteIfExists(directory.resolve(FILLER));
    }

    /** Whoever writes a file at this moment keeps it writable: then it returns false. */
    boolean remount(boolean writable) throws IOException, InterruptedException {
        return run("mount", "-o", "remount," + (writable ? "rw" : "ro"), directory.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(List.of(command))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // There is no such command
            return false;
        }
    }

    @Override
    public void close() {
        try {
            run("umount", "-l", directory.toString());
        } catch (IOException e) {
            System.err.println("cannot unmount " + directory + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
