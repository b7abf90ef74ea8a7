// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How messages come from the load generator to an engine's source, where that does not make them itself. */
enum Intake {
    TCP {
        @Override
        Outlet outlet(Path directory) throws IOException {
            return new SocketOutlet(directory);
        }

        @Override
        Inlet inlet(Path directory) {
            return new SocketInlet(directory);
        }
    },
    KAFKA {
        @Override
        Outlet outlet(Path directory) {
            return new TopicOutlet(Topic.read(directory));
        }

        @Override
        Inlet inlet(Path directory) {
            return new TopicInlet(Topic.read(directory));
        }
    },
    FILES {
        @Override
        Outlet outlet(Path directory) throws IOException {
            return new FilesOutlet(directory);
        }

        @Override
        Inlet inlet(Path directory) {
            return new FilesInlet(directory);
        }
    };

    private static final String FILE = "intake";

    /**
     * Opens the load generator's end.
     *
     * @param directory of the board
     */
    abstract Outlet outlet(Path directory) throws IOException;

    /** Opens the engine's end, when the other one is there. */
    abstract Inlet inlet(Path directory);

    /** Tells the processes of a cell. */
    void write(Path directory) {
        Signals.write(directory.resolve(FILE), name());
    }

    /** What the processes of a cell were told; empty if the source makes its messages itself. */
    static Optional<Intake> read(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            return Files.exists(file) ? Optional.of(valueOf(Files.readString(file))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
