// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ownership of a ring: one process is its consumer. The consumer word names it, and changes by CAS and only after a
 * death.
 */
final class ConsumerOwnership {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerOwnership.class);

    private ConsumerOwnership() {}

    /**
     * Makes a ring that this process consumes, in place of one whose consumer is gone.
     *
     * @param doorbell number of the doorbell on the board, plus 1; 0 for the ring's own word
     */
    static RingFile create(Path file, RingConfig config, ProcessLock process, long firstPosition, int doorbell)
            throws IOException {
        removeAbandoned(file);
        process.retain();
        long registration = RingFile.newRegistration();
        try {
            RingFile unpublished = RingFile.create(file, config, firstPosition, doorbell);
            try {
                OwnerLinks.link(file, registration, process);
                return unpublished.publish(file, Descriptor.slotWord(registration, Descriptor.SLOT_TAKEN));
            } finally {
                Files.deleteIfExists(unpublished.path);
            }
        } catch (IOException | RuntimeException e) {
            OwnerLinks.giveUp(file, registration, process, e);
            throw e;
        }
    }

    private static void removeAbandoned(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        RingFile old;
        try {
            old = RingFile.open(file);
        } catch (IOException e) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            LOG.warn("replacing {}, which is no usable ring: {}", file, e.getMessage());
            RingFile.delete(file);
            return;
        }
        long word = requireDeadConsumer(old);
        long gone = Descriptor.slotWord(Descriptor.registration(word), Descriptor.SLOT_CLOSED);
        if (word != gone && !old.memory.compareAndSet(Descriptor.CONSUMER_OFFSET, word, gone)) {
            throw inUse(file);
        }
        old.memory.putVolatile(Descriptor.CLOSED_OFFSET, 1);
        RingFile.delete(file);
    }

    /** Takes over a ring whose consumer is proven dead. */
    static RingFile takeOver(Path file, ProcessLock process, FailPoint failPoint) throws IOException {
        RingFile ring = RingFile.open(file);
        if (ring.isClosed()) {
            throw new IOException(file + " was closed by its consumer: create a new one");
        }
        long old = requireDeadConsumer(ring);
        process.retain();
        long registration = RingFile.newRegistration();
        try {
            OwnerLinks.link(file, registration, process);
            failPoint.reached(FailPoint.Step.LINKED);
            long word = Descriptor.slotWord(registration, Descriptor.SLOT_TAKEN);
            if (!ring.memory.compareAndSet(Descriptor.CONSUMER_OFFSET, old, word)) {
                throw inUse(file);
            }
            failPoint.reached(FailPoint.Step.TAKEN_OVER);
            OwnerLinks.unlink(file, Descriptor.registration(old));
            return ring;
        } catch (IOException | RuntimeException e) {
            OwnerLinks.giveUp(file, registration, process, e);
            throw e;
        }
    }

    private static long requireDeadConsumer(RingFile ring) throws IOException {
        long word = ring.memory.getVolatile(Descriptor.CONSUMER_OFFSET);
        if (OwnerLinks.isAlive(ring.path, word)) {
            throw inUse(ring.path);
        }
        return word;
    }

    private static IOException inUse(Path file) {
        return new IOException(
                file + " has a consumer that is not proven dead: stop that process, or use another name");
    }

    /** Marks the ring as closed, and gives the ownership up. */
    static void close(RingFile ring) {
        long word = ring.memory.getVolatile(Descriptor.CONSUMER_OFFSET);
        long gone = Descriptor.slotWord(Descriptor.registration(word), Descriptor.SLOT_CLOSED);
        ring.memory.putVolatile(Descriptor.CLOSED_OFFSET, 1);
        ring.memory.putVolatile(Descriptor.CONSUMER_OFFSET, gone);
    }
}
