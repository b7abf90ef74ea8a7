// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds the process that listens on a port, in Linux's {@code /proc}. Only root sees processes of other users. */
final class PortOwners {

    private static final String LISTENING = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private final Path proc;

    PortOwners(Path proc) {
        this.proc = proc;
    }

    Optional<Machine.Owner> of(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            try {
                for (String line : Files.readAllLines(proc.resolve("net").resolve(table))) {
                    String[] columns = line.strip().split("\\s+");
                    if (columns.length > INODE
                            && columns[STATE].equals(LISTENING)
                            && columns[LOCAL].endsWith(String.format(Locale.ROOT, ":%04X", port))) {
                        sockets.add("socket:[" + columns[INODE] + "]");
                    }
                }
            } catch (IOException e) {
                // The kernel has no such file, or no such protocol.
            }
        }
        return sockets.isEmpty() ? Optional.empty() : holder(sockets);
    }

    private Optional<Machine.Owner> holder(Set<String> sockets) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    return Optional.of(new Machine.Owner(
                            Long.parseLong(process.getFileName().toString()), command(process)));
                }
            }
        } catch (IOException e) {
            // The system is not Linux.
        }
        return Optional.empty();
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (sockets.contains(target(file))) {
                    return true;
                }
            }
        } catch (IOException e) {
            // The process has ended, or is another user's.
        }
        return false;
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static String command(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"))
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }
}
