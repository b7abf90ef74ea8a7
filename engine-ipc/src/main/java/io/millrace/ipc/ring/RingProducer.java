// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.MESSAGE_HEAD;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes to a ring. There is one per (thread, ring): all methods but {@link #isClosed} belong to that thread. It owns a
 * slot of the ring, and allocates nothing after {@link #open}.
 *
 * <p>A message is either claimed, written in place and committed or aborted, or handed over by {@link #offer}. Several
 * messages may share a record: {@link #tryClaimBatch}, any number of {@link #append}, then {@link #commit}; or they are
 * {@linkplain GatheredMessages gathered} before.
 */
public final class RingProducer implements AutoCloseable {
    private final RingFile file;
    private final MappedMemory memory;
    private final ByteBuffer buffer;
    private final ProducerSlot slot;
    private final Claim claim;
    private final BatchWriter batch;
    private final FragmentWriter fragments;
    private final int maxClaimLength;

    private RingProducer(RingFile file, ProducerSlot slot, Doorbell consumerBell, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
        this.buffer = memory.view();
        this.slot = slot;
        this.claim = new Claim(file, slot, consumerBell, failPoint);
        this.batch = new BatchWriter(file, claim);
        this.fragments = new FragmentWriter(file, claim, buffer);
        this.maxClaimLength = Math.min(file.maxRecordBytes(), file.config.maxMessageBytes());
    }

    /**
     * Takes a slot of a ring.
     *
     * @param process held while this process lives; it stays held until this producer is closed
     * @param own this thread's doorbell, which the consumer rings after {@link #requestWake}; null if that is never
     *     called
     * @throws IOException if there is no such ring, it is damaged or of another version, its consumer closed it, or all
     *     slots are taken
     */
    public static RingProducer open(Path ring, ProcessLock process, Doorbell own) throws IOException {
        return open(ring, process, own, FailPoint.NONE);
    }

    static RingProducer open(Path ring, ProcessLock process, Doorbell own, FailPoint failPoint) throws IOException {
        return open(RingFile.open(ring), process, own, failPoint);
    }

    /** Opens a ring that is mapped already. */
    static RingProducer open(RingFile file, ProcessLock process, Doorbell own, FailPoint failPoint) throws IOException {
        if (file.isClosed()) {
            throw new IOException(file.path + " was closed by its consumer: look up where the consumer is now");
        }
        Doorbell consumerBell = Doorbells.attachOther(file.memory, file.path);
        try {
            ProducerSlot slot = ProducerSlot.take(file, process, own, consumerBell, failPoint);
            return new RingProducer(file, slot, consumerBell, failPoint);
        } catch (IOException | RuntimeException e) {
            consumerBell.close();
            throw e;
        }
    }

    /**
     * Claims room for one message; write it to {@link #buffer} at {@link #offset}, then {@link #commit} or
     * {@link #abort}.
     *
     * @param length in bytes, at most {@link #maxClaimLength}
     * @param headroomBytes how much must stay free behind it: more than 0 for data, so that control, with 0, still has
     *     room
     * @return false if there is no room
     */
    public boolean tryClaim(int targetTask, int length, int headroomBytes) {
        if (length < 0 || length > maxClaimLength) {
            throw tooLong(length, maxClaimLength, "a claim");
        }
        return claim.open(Descriptor.MESSAGE, targetTask, length, length, headroomBytes);
    }

    private IllegalArgumentException tooLong(int length, int bound, String what) {
        return new IllegalArgumentException("the message is " + length + " bytes, the bound for " + what + " in "
                + file.path + " is " + bound + ": offer() takes up to " + file.config.maxMessageBytes()
                + ", raise maxMessageBytes or capacityBytes for more");
    }

    /** The longest message that can be claimed, in bytes; longer ones go by {@link #offer}. */
    public int maxClaimLength() {
        return maxClaimLength;
    }

    /** Where to write the claimed message: little-endian, by absolute offsets. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** The offset of the claimed message's first byte in {@link #buffer}. */
    public int offset() {
        return claim.offset();
    }

    /** Hands the claim over, and rings the consumer's doorbell if it waits. */
    public void commit() {
        claim.commit();
    }

    /** Gives the claim up; nobody sees what was written. */
    public void abort() {
        claim.abort();
    }

    /**
     * Writes one message, in fragments if it is longer than a record may be.
     *
     * @return false if there was no room. A part of a long message may have been sent then, see {@link #isPartial}:
     *     offer the same message again later, and the rest of it is sent; or {@link #dropPartial}
     */
    public boolean offer(int targetTask, ByteBuffer source, int sourceOffset, int length, int headroomBytes) {
        // Before the claim, so that nothing throws between claim and commit.
        Objects.checkFromIndexSize(sourceOffset, length, source.limit());
        if (length > file.config.maxMessageBytes()) {
            throw tooLong(length, file.config.maxMessageBytes(), "a message");
        }
        if (length > maxClaimLength) {
            return fragments.offer(
                    targetTask,
                    (from, target, at, part) -> target.put(at, source, sourceOffset + from, part),
                    length,
                    headroomBytes);
        }
        if (!tryClaim(targetTask, length, headroomBytes)) {
            return false;
        }
        buffer.put(offset(), source, sourceOffset, length);
        commit();
        return true;
    }

    /** Offers a message that is copied part by part. */
    public boolean offer(int targetTask, MessageSource source, int length, int headroomBytes) {
        if (length > file.config.maxMessageBytes()) {
            throw tooLong(length, file.config.maxMessageBytes(), "a message");
        }
        if (length > maxClaimLength) {
            return fragments.offer(targetTask, source, length, headroomBytes);
        }
        if (!tryClaim(targetTask, length, headroomBytes)) {
            return false;
        }
        boolean copied = false;
        try {
            source.copy(0, buffer, offset(), length);
            copied = true;
        } finally {
            if (copied) {
                commit();
            } else {
                abort();
            }
        }
        return true;
    }

    /** Whether a long message is sent in part. Short messages may be sent in between: they arrive before it. */
    public boolean isPartial() {
        return fragments.isPartial();
    }

    /** Gives up the long message that is sent in part; the consumer drops what it has of it. */
    public void dropPartial() {
        fragments.drop();
    }

    /** How many bytes of a batch a message of this length takes. */
    public static int batchBytes(int length) {
        return Descriptor.align(MESSAGE_HEAD + length);
    }

    /**
     * Claims one record for many messages: one claim, one commit, whatever their number.
     *
     * @param batchBytes sum of {@link #batchBytes} of the messages, at most an eighth of the ring
     * @return false if there is no room
     */
    public boolean tryClaimBatch(int batchBytes, int headroomBytes) {
        return batch.tryClaim(batchBytes, headroomBytes);
    }

    /**
     * Adds a message to the open batch, to be written in place before the commit.
     *
     * @return its offset in {@link #buffer}, or -1 if the batch has no room for it
     */
    public int appendClaim(int targetTask, int length) {
        return batch.append(targetTask, length);
    }

    /**
     * Copies a message into the open batch; false if the batch has no room for it: commit, and claim the next batch.
     */
    public boolean append(int targetTask, ByteBuffer source, int sourceOffset, int length) {
        int at = batch.append(targetTask, length);
        if (at < 0) {
            return false;
        }
        buffer.put(at, source, sourceOffset, length);
        return true;
    }

    /**
     * Writes gathered messages as one record; one alone goes as by {@link #offer(int, ByteBuffer, int, int, int)}.
     *
     * @param messages at least one, together at most an eighth of the ring
     * @return false if there is no room
     */
    public boolean offer(GatheredMessages messages, int headroomBytes) {
        if (messages.count() == 1) {
            return offer(messages.firstTask(), messages.buffer(), MESSAGE_HEAD, messages.messageBytes(), headroomBytes);
        }
        int bytes = messages.recordBytes();
        if (!batch.tryClaim(bytes, headroomBytes)) {
            return false;
        }
        buffer.put(claim.offset(), messages.buffer(), 0, bytes);
        claim.addToBatch(bytes, messages.messageBytes());
        claim.commit();
        return true;
    }

    /** What the consumer published under this index. */
    public boolean flag(int index) {
        return memory.getAcquire(file.flagOffset(index)) != 0;
    }

    /**
     * Says that this producer is blocked. The consumer then rings this producer's doorbell once, when room appears or a
     * flag is cleared. No wake-up is lost in this order: {@link Doorbell#prepareWait} of the own doorbell, requestWake,
     * try again, and only if that fails {@link Doorbell#await}.
     */
    public void requestWake() {
        slot.requestWake();
    }

    /**
     * Whether the consumer has closed the ring, or another ring replaced it: no message arrives any more. Any thread.
     */
    public boolean isClosed() {
        return file.isClosed();
    }

    /** The ring's file. */
    public Path path() {
        return file.path;
    }

    /** Aborts an open claim and gives the slot back. What was committed is delivered. */
    @Override
    public void close() {
        if (!claim.isClosed()) {
            claim.close();
            slot.close();
        }
    }
}
