package io.millrace.runtime.tuple;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Who takes the messages to one executor that are no tuples, by their first byte. What the worker has of the kinds
 * below registers for its kind; the messages of one that it does not have are dropped. Confined to the executor's
 * thread, once it runs.
 */
public final class MessageHandlers {

    public static final byte SERVICE = MessageDescriptor.SERVICE;
    public static final byte SNAPSHOTS = MessageDescriptor.SNAPSHOTS;
    public static final byte HOLDINGS = MessageDescriptor.HOLDINGS;
    public static final byte CHANNEL_ACK = MessageDescriptor.CHANNEL_ACK;
    public static final byte TOKENS = MessageDescriptor.TOKENS;

    private static final int KINDS = 16;

    private final Handler acks;
    private final Handler[] byKind = new Handler[KINDS];

    /** Takes messages of one kind. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Takes a message, whose bytes are valid during the call only.
         *
         * @throws io.millrace.runtime.codec.CodecException if it is malformed
         */
        void onMessage(ByteBuffer buffer, int offset, int length);
    }

    /** @param acks takes acks, and refuses what is none, so that it also gets what is of no kind */
    public MessageHandlers(Handler acks) {
        this.acks = acks;
        Arrays.fill(byKind, acks);
        for (byte kind : new byte[] {SERVICE, SNAPSHOTS, HOLDINGS, CHANNEL_ACK, TOKENS}) {
            byKind[kind] = (buffer, offset, length) -> {};
        }
    }

    /** Sets who takes messages with this first byte. */
    public void register(byte kind, Handler handler) {
        byKind[kind] = handler;
    }

    /**
     * Hands a message over. Throws {@link io.millrace.runtime.codec.CodecException} if it is malformed, or of no kind.
     */
    public void handle(ByteBuffer buffer, int offset, int length) {
        int kind = length > 0 ? buffer.get(offset) : 0;
        (kind < 0 || kind >= KINDS ? acks : byKind[kind]).onMessage(buffer, offset, length);
    }
}
