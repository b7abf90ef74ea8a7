// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The links that tie slots, and the consumer word, to processes. A word names a registration. The registration is a
 * hard link beside the ring to the process's lock file, made before the word is written. So whoever reads the word can
 * ask the kernel about the process, even if the lock file itself is gone.
 */
final class OwnerLinks {
    private OwnerLinks() {}

    /** Makes the link for a registration of this process. */
    static void link(Path ring, long registration, ProcessLock process) throws IOException {
        Path link = RingFile.ownerLink(ring, registration);
        try {
            Files.createLink(link, process.file());
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot link " + process.file() + " to " + link + " (" + e.getMessage()
                            + "): the process lock and the ring must be on one file system, and belong to one user",
                    e);
        }
    }

    static void unlink(Path ring, long registration) throws IOException {
        Files.deleteIfExists(RingFile.ownerLink(ring, registration));
    }

    /**
     * Undoes {@link #link} and the retain of the process lock before it. A link that cannot be removed is reported with
     * the failure.
     */
    static void giveUp(Path ring, long registration, ProcessLock process, Exception failure) {
        try {
            unlink(ring, registration);
        } catch (IOException e) {
            failure.addSuppressed(e);
        } finally {
            process.release();
        }
    }

    /** Deletes the links of dead processes that neither a slot nor the consumer word names. */
    static void unlinkUnnamed(RingFile file) throws IOException {
        for (Path link : RingFile.siblings(file.path, "owner")) {
            // The proof comes first: a dead process does not name its link later.
            if (!ProcessLock.isAlive(link) && !isNamed(file, link)) {
                Files.deleteIfExists(link);
            }
        }
    }

    private static boolean isNamed(RingFile file, Path link) {
        if (link.equals(linkNamedBy(file, Descriptor.CONSUMER_OFFSET))) {
            return true;
        }
        for (int slot = 0; slot < file.slotsInUse(); slot++) {
            if (link.equals(linkNamedBy(file, Descriptor.slotOffset(slot) + Descriptor.SLOT_WORD))) {
                return true;
            }
        }
        return false;
    }

    private static Path linkNamedBy(RingFile file, int wordOffset) {
        return file.ownerLink(Descriptor.registration(file.memory.getVolatile(wordOffset)));
    }

    /** Whether a slot word or the consumer word names a process that may still write. */
    static boolean isAlive(Path ring, long word) {
        if (Descriptor.slotState(word) != Descriptor.SLOT_TAKEN) {
            return false;
        }
        try {
            return ProcessLock.isAlive(RingFile.ownerLink(ring, Descriptor.registration(word)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find out whether an owner of " + ring + " lives", e);
        }
    }
}
