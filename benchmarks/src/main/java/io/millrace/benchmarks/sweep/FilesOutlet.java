// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes each message into a file of its own, which is whole when it can be seen. */
final class FilesOutlet implements Outlet {

    /** The directory of the messages, in that of the board. */
    static final String MESSAGES = "messages";

    /** Names that begin with this are of files that are being written. */
    static final String UNFINISHED = ".";

    private final Path messages;
    private long number;

    FilesOutlet(Path directory) throws IOException {
        messages = Files.createDirectories(directory.resolve(MESSAGES));
    }

    @Override
    public void write(byte[] message) throws IOException {
        String name = Long.toString(number++);
        Path unfinished = messages.resolve(UNFINISHED + name);
        Files.write(unfinished, message);
        Files.move(unfinished, messages.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
