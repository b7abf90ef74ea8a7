// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first frame of a connection, sent by the dialler: the dialler's claimed identity, and the worker to which it
 * wants to connect. The acceptor believes nothing of it before the {@link Proof}. On a further connection of the same
 * pair a number follows the dialler's name.
 *
 * @param process tells processes apart, also if they have the same epoch
 * @param attempt counts the HELLOs of a process
 */
public record Hello(
        int frameBytes,
        int messageMaxBytes,
        long epoch,
        long receiverEpoch,
        long process,
        long attempt,
        String sender,
        String receiver) {

    /** Separates the worker's name from the number of a further connection. */
    private static final char CONNECTION = '/';

    public static Hello of(TransportConfig config, PeerAddress peer, long process, long attempt) {
        return new Hello(
                config.messages().frameBytes(),
                config.messages().messageMaxBytes(),
                config.identity().epoch(),
                peer.epoch(),
                process,
                attempt,
                peer.connection() == 0
                        ? config.identity().workerId()
                        : config.identity().workerId() + CONNECTION + peer.connection(),
                peer.workerId());
    }

    /** The name of the dialling worker without the number of a further connection. */
    public String worker() {
        int end = sender.lastIndexOf(CONNECTION);
        return end < 0 ? sender : sender.substring(0, end);
    }

    /** Returns the whole frame. */
    public byte[] frame(byte[] nonce) {
        ByteBuf scratch = Unpooled.buffer(FrameDescriptor.MAX_HANDSHAKE_BYTES);
        FrameDescriptor.writeHeader(scratch, 0, FrameDescriptor.HELLO);
        scratch.writeIntLE(FrameDescriptor.MAGIC).writeIntLE(FrameDescriptor.VERSION);
        scratch.writeIntLE(frameBytes).writeIntLE(messageMaxBytes);
        scratch.writeLongLE(epoch)
                .writeLongLE(receiverEpoch)
                .writeLongLE(process)
                .writeLongLE(attempt);
        scratch.writeBytes(nonce);
        writeString(scratch, sender);
        writeString(scratch, receiver);
        scratch.setIntLE(FrameDescriptor.LENGTH_OFFSET, scratch.writerIndex());
        byte[] frame = new byte[scratch.readableBytes()];
        scratch.readBytes(frame);
        return frame;
    }

    /** Reads a frame of this version. */
    public static Hello decode(ByteBuf in, int index, int length) {
        if (length < FrameDescriptor.HELLO_NAMES_OFFSET) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a HELLO of " + length + " bytes");
        }
        ByteBuf names = in.slice(index, length);
        names.readerIndex(FrameDescriptor.HELLO_NAMES_OFFSET);
        Hello hello = new Hello(
                in.getIntLE(index + FrameDescriptor.HELLO_FRAME_OFFSET),
                in.getIntLE(index + FrameDescriptor.HELLO_MESSAGE_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_EPOCH_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_RECEIVER_EPOCH_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_PROCESS_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_ATTEMPT_OFFSET),
                readString(names),
                readString(names));
        if (names.isReadable()) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a HELLO with " + names.readableBytes() + " bytes too many");
        }
        return hello;
    }

    /** Checks that a frame of the handshake begins as in every version, and returns its version. */
    public static int version(ByteBuf in, int index, int length) {
        checkMagic(in, index, length);
        return in.getIntLE(index + FrameDescriptor.VERSION_OFFSET);
    }

    public static void checkMagic(ByteBuf in, int index, int length) {
        if (length < FrameDescriptor.HELLO_FRAME_OFFSET
                || in.getIntLE(index + FrameDescriptor.MAGIC_OFFSET) != FrameDescriptor.MAGIC) {
            throw new ProtocolViolation(CloseCause.NOT_A_WORKER, "the magic word is missing");
        }
    }

    /** Writes a text, cut to the length that every reader takes. */
    static void writeString(ByteBuf out, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(bytes, Math.min(bytes.length, FrameDescriptor.MAX_NAME_BYTES));
        out.writeShortLE(cut.length).writeBytes(cut);
    }

    static String readString(ByteBuf in) {
        if (in.readableBytes() < 2 || in.readableBytes() - 2 < in.getUnsignedShortLE(in.readerIndex())) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a name is cut off");
        }
        int length = in.readUnsignedShortLE();
        if (length > FrameDescriptor.MAX_NAME_BYTES) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE,
                    "a name of " + length + " bytes is above the bound of " + FrameDescriptor.MAX_NAME_BYTES);
        }
        String text = in.readCharSequence(length, StandardCharsets.UTF_8).toString();
        // The name will be logged, where a line feed would let the peer forge a line.
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a name with control characters");
        }
        return text;
    }

    /** Returns why this end refuses the connection of a peer that has proven all of this, or null if it accepts it. */
    public Refusal judge(TransportConfig here) {
        if (!receiver.equals(here.identity().workerId())) {
            return new Refusal(
                    RefusalCause.RECEIVER,
                    "worker '" + receiver + "' is wanted, '" + here.identity().workerId() + "' is here");
        }
        if (receiverEpoch != here.identity().epoch()) {
            return new Refusal(
                    RefusalCause.RECEIVER_EPOCH,
                    "epoch " + receiverEpoch + " of worker '" + receiver + "' is wanted, epoch "
                            + here.identity().epoch() + " is here");
        }
        if (frameBytes > here.messages().frameBytes()
                || messageMaxBytes > here.messages().messageMaxBytes()) {
            return new Refusal(
                    RefusalCause.BOUNDS,
                    "frames up to " + frameBytes + " and messages up to " + messageMaxBytes + " bytes are above "
                            + here.messages().frameBytes() + " and "
                            + here.messages().messageMaxBytes()
                            + " here: set transport.frame.bytes and transport.message.max.bytes alike on all workers");
        }
        return null;
    }
}
