// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The facts that checks request; {@link ThisMachine} has the real ones. */
interface Machine {

    /**
     * A file system.
     *
     * @param type the kernel's name of its type, such as {@code tmpfs}
     */
    record Disk(String type, long totalBytes, long usableBytes) {}

    /**
     * A path as this process sees it.
     *
     * @param mode the permissions as {@code ls} shows them, such as {@code rwx------}; empty where there are none
     */
    record Access(boolean exists, boolean directory, boolean writable, String mode) {}

    /**
     * A port that cannot be listened on.
     *
     * @param reason the kernel's error
     * @param owner the process that listens there; empty if it cannot be seen
     */
    record PortTaken(String reason, Optional<Owner> owner) {}

    record Owner(long pid, String command) {}

    String javaVersion();

    int javaFeature();

    int cores();

    Optional<String> userHome();

    /** Returns the text of a small file of the kernel; empty if it cannot be read. */
    Optional<String> read(Path file);

    Access access(Path path);

    /** Returns where a directory would be created: the path itself, or its nearest parent that exists. */
    default Path existing(Path path) {
        Path existing = path;
        while (existing.getParent() != null && !access(existing).exists()) {
            existing = existing.getParent();
        }
        return existing;
    }

    /**
     * Returns why a daemon refuses the directory that the setting names, as other accounts may change its content;
     * empty if it does not, or there is no directory.
     */
    Optional<String> refused(Path directory, ConfigKey<String> key) throws IOException;

    /** @param directory an existing directory */
    Disk disk(Path directory) throws IOException;

    /** Tries to listen; empty if that works. */
    Optional<PortTaken> tryPort(String host, int port);

    /** Returns the answer of a ZooKeeper server to a four-letter word. */
    String askZooKeeper(String host, int port, String word) throws IOException;

    /** Returns the lead of the leading controller's clock over this one; exact to a second. */
    Duration controllerClockAhead();
}
