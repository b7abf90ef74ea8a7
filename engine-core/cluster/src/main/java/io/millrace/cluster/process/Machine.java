// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells this machine from others, and containers with a network of their own from each other. */
public final class Machine {

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NETWORK = Path.of("/proc/self/ns/net");

    private Machine() {}

    /**
     * Returns an id that all processes with common loopback addresses and ports share; empty if the operating system
     * does not provide it.
     */
    public static String id() {
        try {
            return Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(NETWORK);
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
