// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.FRAGMENT_HEAD;
import static io.millrace.ipc.ring.Descriptor.MESSAGE_HEAD;

import io.millrace.ipc.memory.MappedMemory;
import java.nio.ByteBuffer;

/**
 * Reads READY records and calls the handler with their messages, for one poll at a time. Used by the consumer's thread.
 */
final class RecordReader {
    private final MappedMemory memory;
    private final ByteBuffer view;
    private final FragmentAssembler assembler;
    private final FailPoint failPoint;
    private final int slots;
    private final Counter messagesRead;
    private final Counter bytesRead;
    private final Counter corruptRecords;

    private MessageHandler handler;
    private int limit;
    private int count;
    private long bytes;
    private boolean done;

    RecordReader(RingFile file, FragmentAssembler assembler, FailPoint failPoint) {
        this.memory = file.memory;
        this.view = memory.view();
        this.assembler = assembler;
        this.failPoint = failPoint;
        this.slots = file.config.maxProducers();
        this.messagesRead = new Counter(memory, CounterOffsets.MESSAGES_READ);
        this.bytesRead = new Counter(memory, CounterOffsets.BYTES_READ);
        this.corruptRecords = new Counter(memory, CounterOffsets.CORRUPT_RECORDS);
    }

    void begin(MessageHandler target, int maxMessages) {
        handler = target;
        limit = maxMessages;
        count = 0;
        bytes = 0;
        // The handler may have moved the position or limit.
        view.clear();
    }

    void end() {
        if (count != 0) {
            messagesRead.add(count);
            bytesRead.add(bytes);
        }
        handler = null;
    }

    /** Whether this is the ring's memory as handlers get it. */
    boolean reads(ByteBuffer buffer) {
        return buffer == view;
    }

    int count() {
        return count;
    }

    boolean hasRoom() {
        return count < limit;
    }

    /** Whether the last record was read to its end, also if the handler threw. */
    boolean isDone() {
        return done;
    }

    /** Reads a record, or as much of a batch as this poll still may. */
    void read(long word, int headOffset, int recordOffset) {
        long head = memory.getPlain(headOffset);
        int length = Descriptor.length(head);
        done = true;
        if (length > Descriptor.cells(word) * Descriptor.CELL_LENGTH) {
            corruptRecords.add(1);
            return;
        }
        int kind = Descriptor.kind(head);
        if (kind == Descriptor.MESSAGE) {
            handle(Descriptor.task(head), view, recordOffset, length);
        } else if (kind == Descriptor.BATCH) {
            readBatch(headOffset, recordOffset, Descriptor.task(head), length);
        } else if (kind == Descriptor.FRAGMENT && length > FRAGMENT_HEAD && Descriptor.owner(word) < slots) {
            readFragment(Descriptor.owner(word), head, recordOffset, length);
        } else {
            corruptRecords.add(1);
        }
    }

    private void handle(int task, ByteBuffer buffer, int offset, int length) {
        count++;
        bytes += length;
        handler.onMessage(task, buffer, offset, length);
        failPoint.reached(FailPoint.Step.HANDLED);
    }

    private void handleAssembled(int task, int slot, ByteBuffer message, int whole) {
        byte[] payload = assembler.payload(slot);
        if (payload == null) {
            handle(task, message, 0, whole);
            return;
        }
        count++;
        bytes += whole;
        handler.onMessage(task, message, message.limit(), assembler.payloadAt(slot), payload);
        failPoint.reached(FailPoint.Step.HANDLED);
    }

    /** The head of a batch holds how many bytes were read: the next poll, or the next consumer, continues there. */
    private void readBatch(int headOffset, int recordOffset, int readBefore, int length) {
        int read = readBefore;
        if (read < 0 || read % Descriptor.ALIGNMENT != 0) {
            corruptRecords.add(1);
            return;
        }
        while (read < length && count < limit) {
            int at = recordOffset + read;
            long head = memory.getPlain(at);
            int next = read + Descriptor.align(MESSAGE_HEAD + Descriptor.length(head));
            if (MESSAGE_HEAD + Descriptor.length(head) > length - read) {
                corruptRecords.add(1);
                return;
            }
            done = next >= length;
            try {
                handle(Descriptor.task(head), view, at + MESSAGE_HEAD, Descriptor.length(head));
            } finally {
                memory.putIntRelease(headOffset + Integer.BYTES, next);
            }
            read = next;
        }
        done = read >= length;
    }

    private void readFragment(int slot, long head, int offset, int length) {
        int whole = memory.getIntPlain(offset);
        int at = memory.getIntPlain(offset + Integer.BYTES);
        int part = length - FRAGMENT_HEAD;
        ByteBuffer message = assembler.add(slot, whole, at, view, offset + FRAGMENT_HEAD, part, handler);
        if (message != null) {
            try {
                handleAssembled(Descriptor.task(head), slot, message, whole);
            } finally {
                assembler.release(slot);
            }
        }
    }
}
