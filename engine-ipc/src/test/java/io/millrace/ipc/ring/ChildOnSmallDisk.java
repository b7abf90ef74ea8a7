// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Makes a ring where there is no room for it, and prints the error and how many files are left. */
final class ChildOnSmallDisk {
    private ChildOnSmallDisk() {}

    /** Argument: a directory on a small file system. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        try (ProcessLock process = ProcessLock.acquire(directory)) {
            try (RingConsumer consumer =
                    RingConsumer.create(directory.resolve("test.ring"), RingConfig.defaults(), process)) {
                System.out.println("made " + consumer.path());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            try (Stream<Path> files = Files.list(directory)) {
                System.out.println(
                        files.filter(file -> !file.equals(process.file())).count());
            }
        }
    }
}
