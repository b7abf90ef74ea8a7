package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ties a slot, and the consumer's word, to a process. The word names a registration; the registration is a hard link to the process'
 * lock file beside the ring, made before the word. So whoever reads the word can ask the kernel about its process, wherever that keeps
 * its own files and whether they are still there.
 */
final class Owners {
    private Owners() {}

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

    /** Whether a word, of a slot or of the consumer, names a process that may still write. */
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
