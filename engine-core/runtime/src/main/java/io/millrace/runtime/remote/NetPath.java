// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.transport.Peer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The path to a process on another node, over a connection that belongs to others and rings when it has room. All
 * messages take one of its channels, as messages of different channels overtake each other: a message from before a
 * hello would come after it.
 */
public final class NetPath implements MessagePath {

    private static final int SCRATCH_BYTES = 4096;
    private static final int SCRATCH_KEPT_BYTES = 1 << 20;

    private final Peer peer;
    private final int channel;
    private final ValuesCodec codec;
    private final int maxBytes;
    private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param channel task of the executor at the other end, or at this end if the other end is a client
     * @param codec codec that is confined to the thread that sends
     * @param maxBytes most bytes of one message
     */
    public NetPath(Peer peer, int channel, ValuesCodec codec, int maxBytes) {
        this.peer = peer;
        this.channel = channel;
        this.codec = codec;
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean offer(ServiceMessage message) {
        int length = MessageSizes.checked(message, message.sizeOf(codec), maxBytes);
        if (scratch.capacity() < length || scratch.capacity() > Math.max(length, SCRATCH_KEPT_BYTES)) {
            scratch = ByteBuffer.allocate(Math.max(length, SCRATCH_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        }
        message.write(codec, scratch, 0);
        return peer.offer(channel, scratch, 0, length);
    }

    @Override
    public void requestWake() {}

    @Override
    public void close() {}
}
