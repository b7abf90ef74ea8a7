// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.ServiceMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The path to a process on the same node: each message is encoded straight into its ring. */
public final class RingPath implements MessagePath {

    private static final int MOST_FINISHED = 64;
    private static final int HEADROOM_SHARE = 16;

    private final RingProducer producer;
    private final ValuesCodec codec;
    private final int headroomBytes;
    private final int maxBytes;

    /** The long message of which only a part is in the ring, and its bytes. */
    private ServiceMessage partial;

    private ByteBuffer partialBytes;

    /** Long messages that were finished when another one was offered, until their senders offer them again. */
    private final Set<ServiceMessage> finished = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * @param codec codec that is confined to the thread that sends
     * @param ringBytes capacity of the ring, a part of which is left free for acks
     * @param maxBytes most bytes of one message
     */
    public RingPath(RingProducer producer, ValuesCodec codec, int ringBytes, int maxBytes) {
        this.producer = producer;
        this.codec = codec;
        this.headroomBytes = ringBytes / HEADROOM_SHARE;
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean offer(ServiceMessage message) {
        if (message == partial) {
            return offerPartial();
        }
        if (!finished.isEmpty() && finished.remove(message)) {
            return true;
        }
        int length = MessageSizes.checked(message, message.sizeOf(codec), maxBytes);
        if (length > producer.maxClaimLength()) {
            if (partial != null && !finishPartial()) {
                return false;
            }
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            message.write(codec, bytes, 0);
            partial = message;
            partialBytes = bytes;
            return offerPartial();
        }
        if (!producer.tryClaim(message.task(), length, headroomBytes)) {
            return false;
        }
        boolean written = false;
        try {
            message.write(codec, producer.buffer(), producer.offset());
            written = true;
        } finally {
            if (written) {
                producer.commit();
            } else {
                producer.abort();
            }
        }
        return true;
    }

    /** Finishes the partial message. Its sender may have given it up, so another message must not wait for it. */
    private boolean finishPartial() {
        ServiceMessage begun = partial;
        if (!offerPartial()) {
            return false;
        }
        if (finished.size() == MOST_FINISHED) {
            // The senders of these messages have given them up
            finished.clear();
        }
        finished.add(begun);
        return true;
    }

    private boolean offerPartial() {
        if (!producer.offer(partial.task(), partialBytes, 0, partialBytes.capacity(), headroomBytes)) {
            return false;
        }
        partial = null;
        partialBytes = null;
        return true;
    }

    @Override
    public void requestWake() {
        producer.requestWake();
    }

    @Override
    public void close() {
        producer.close();
    }
}
