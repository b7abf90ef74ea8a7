// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system of 16 MiB at a directory, which can be full and read-only. Who may not mount one skips the test. */
final class SmallDisk {

    private static final int MOST_BYTES = 16 << 20;

    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    static SmallDisk mount(Path directory) throws Exception {
        SmallDisk disk = new SmallDisk(directory);
        assumeTrue(
                disk.run("mount", "-t", "tmpfs", "-o", "size=" + MOST_BYTES, "tmpfs", directory.toString()),
                "needs the right to mount");
        return disk;
    }

    void fill() throws IOException {
        byte[] some = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler())) {
            for (int written = 0; written < MOST_BYTES; written += some.length) {
                out.write(some);
            }
        } catch (IOException e) {
            // It is full
        }
    }

    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return directory.resolve("filler");
    }

    void readOnly() throws Exception {
        remount("ro");
    }

    void writable() throws Exception {
        remount("rw");
    }

    private void remount(String option) throws Exception {
        // Who writes a file at this moment keeps it writable
        ProcessCluster.await(
                "remounted " + option, () -> run("mount", "-o", "remount," + option, directory.toString()));
    }

    private boolean run(String... command) throws IOException, InterruptedException {
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

    void unmount() throws Exception {
        ProcessCluster.await("unmounted", () -> run("umount", directory.toString()));
    }
}
