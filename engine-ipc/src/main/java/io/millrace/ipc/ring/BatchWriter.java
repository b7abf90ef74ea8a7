// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.MESSAGE_HEAD;

/** Puts several messages into one record. Used by the producer's thread. */
final class BatchWriter {
    private final RingFile file;
    private final Claim claim;
    private int capacity;
    private int used;

    BatchWriter(RingFile file, Claim claim) {
        this.file = file;
        this.claim = claim;
    }

    boolean tryClaim(int batchBytes, int headroomBytes) {
        int max = file.maxRecordBytes();
        if (batchBytes < MESSAGE_HEAD || batchBytes > max) {
            throw new IllegalArgumentException(
                    "the batch is " + batchBytes + " bytes: use " + MESSAGE_HEAD + " to " + max);
        }
        if (!claim.open(Descriptor.BATCH, 0, batchBytes, 0, headroomBytes)) {
            return false;
        }
        capacity = batchBytes;
        used = 0;
        claim.addToBatch(0, 0);
        return true;
    }

    int append(int targetTask, int length) {
        if (!claim.isOpenBatch()) {
            throw new IllegalStateException("no batch is open: append follows tryClaimBatch");
        }
        if (length < 0 || length > capacity - used - MESSAGE_HEAD) {
            return -1;
        }
        int at = claim.offset() + used;
        file.memory.putPlain(at, Descriptor.head(Descriptor.MESSAGE, length, targetTask));
        used = Math.min(used + Descriptor.align(MESSAGE_HEAD + length), capacity);
        claim.addToBatch(used, length);
        return at + MESSAGE_HEAD;
    }
}
