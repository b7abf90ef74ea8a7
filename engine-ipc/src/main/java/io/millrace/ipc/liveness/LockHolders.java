// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which process held which file lock at the time of {@link #read}, where the kernel lists that. For display only; proof
 * of death is {@link ProcessLock#isAlive}. Immutable.
 */
public final class LockHolders {
    private static final Path LIST = Path.of("/proc/locks");
    private static final int MINOR_BITS = 20;

    // "major:minor:inode", as the kernel writes it, to the process.
    private final Map<String, Long> pids = new HashMap<>();

    private LockHolders() {}

    /** Empty where there is no such list. */
    public static LockHolders read() {
        LockHolders holders = new LockHolders();
        List<String> lines;
        try {
            lines = Files.readAllLines(LIST);
        } catch (IOException e) {
            return holders;
        }
        for (String line : lines) {
            // "1: POSIX ADVISORY WRITE 4711 00:1a:42 0 EOF"; a process that waits for the lock has "->" behind the
            // number.
            String[] words = line.strip().split("\\s+");
            if (words.length == 8 && words[1].equals("POSIX") && words[3].equals("WRITE")) {
                holders.pids.put(words[5], Long.parseLong(words[4]));
            }
        }
        return holders;
    }

    /** The process that holds the lock on this file, or on what it links to; 0 if none is known. */
    public long pid(Path file) {
        if (pids.isEmpty()) {
            return 0;
        }
        try {
            long device = (Long) Files.getAttribute(file, "unix:dev");
            long major = device >>> 8 & 0xFFF | device >>> 32 & ~0xFFFL;
            long minor = device & 0xFF | device >>> 12 & (1L << MINOR_BITS) - 1 & ~0xFFL;
            long inode = (Long) Files.getAttribute(file, "unix:ino");
            return pids.getOrDefault(String.format("%02x:%02x:%d", major, minor, inode), 0L);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return 0;
        }
    }
}
