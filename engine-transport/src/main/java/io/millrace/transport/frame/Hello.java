package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The first frame of a connection, sent by the dialler: who it is, and to whom it wants to connect. On a further connection of the
 * same pair a number follows its name.
 */
public record Hello(
        int version,
        int frameBytes,
        int messageMaxBytes,
        long epoch,
        long receiverEpoch,
        long attempt,
        String cluster,
        String topology,
        String sender,
        String receiver) {

    /** Before the number of a further connection. */
    private static final char CONNECTION = '/';

    public static Hello of(TransportConfig config, PeerAddress peer, long attempt) {
        return new Hello(
                FrameDescriptor.VERSION,
                config.frameBytes(),
                config.messageMaxBytes(),
                config.epoch(),
                peer.epoch(),
                attempt,
                config.cluster(),
                config.topology(),
                peer.connection() == 0 ? config.workerId() : config.workerId() + CONNECTION + peer.connection(),
                peer.workerId());
    }

    /** The worker that dials, whichever connection this is. */
    public String worker() {
        int end = sender.lastIndexOf(CONNECTION);
        return end < 0 ? sender : sender.substring(0, end);
    }

    public void encode(ByteBuf out) {
        int start = out.writerIndex();
        FrameDescriptor.writeHeader(out, 0, FrameDescriptor.HELLO);
        out.writeIntLE(FrameDescriptor.MAGIC).writeIntLE(version);
        out.writeIntLE(frameBytes).writeIntLE(messageMaxBytes);
        out.writeLongLE(epoch).writeLongLE(receiverEpoch).writeLongLE(attempt);
        writeString(out, cluster);
        writeString(out, topology);
        writeString(out, sender);
        writeString(out, receiver);
        out.setIntLE(start, out.writerIndex() - start);
    }

    /** Only the version is read if it differs from this one. */
    public static Hello decode(ByteBuf in, int index, int length) {
        checkMagic(in, index, length);
        int version = in.getIntLE(index + FrameDescriptor.VERSION_OFFSET);
        if (version != FrameDescriptor.VERSION) {
            return new Hello(version, 0, 0, 0, 0, 0, "", "", "", "");
        }
        if (length < FrameDescriptor.HELLO_NAMES_OFFSET) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a HELLO of " + length + " bytes");
        }
        ByteBuf names = in.slice(index, length);
        names.readerIndex(FrameDescriptor.HELLO_NAMES_OFFSET);
        return new Hello(
                version,
                in.getIntLE(index + FrameDescriptor.HELLO_FRAME_OFFSET),
                in.getIntLE(index + FrameDescriptor.HELLO_MESSAGE_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_EPOCH_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_RECEIVER_EPOCH_OFFSET),
                in.getLongLE(index + FrameDescriptor.HELLO_ATTEMPT_OFFSET),
                readString(names),
                readString(names),
                readString(names),
                readString(names));
    }

    public static void checkMagic(ByteBuf in, int index, int length) {
        if (length < FrameDescriptor.HELLO_FRAME_OFFSET
                || in.getIntLE(index + FrameDescriptor.MAGIC_OFFSET) != FrameDescriptor.MAGIC) {
            throw new ProtocolViolation(CloseCause.NOT_A_WORKER, "the magic word is missing");
        }
    }

    static void writeString(ByteBuf out, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.writeShortLE(bytes.length).writeBytes(bytes);
    }

    static String readString(ByteBuf in) {
        if (in.readableBytes() < 2 || in.readableBytes() - 2 < in.getUnsignedShortLE(in.readerIndex())) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a name is cut off");
        }
        String text = in.readCharSequence(in.readUnsignedShortLE(), StandardCharsets.UTF_8)
                .toString();
        // The name will be logged, where a line feed would let the peer forge a line.
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a name with control characters");
        }
        return text;
    }

    /** Why this end refuses the connection, or null if it accepts it. */
    public Refusal judge(TransportConfig here) {
        if (version != FrameDescriptor.VERSION) {
            return new Refusal(
                    RefusalCause.VERSION,
                    "protocol version " + version + " is not " + FrameDescriptor.VERSION
                            + ": run the same release on all nodes");
        }
        if (!cluster.equals(here.cluster())) {
            return new Refusal(
                    RefusalCause.CLUSTER,
                    "cluster '" + cluster + "' is not '" + here.cluster()
                            + "' as here: give workers of different clusters different addresses");
        }
        if (!topology.equals(here.topology())) {
            return new Refusal(
                    RefusalCause.TOPOLOGY, "topology '" + topology + "' is not '" + here.topology() + "' as here");
        }
        if (!receiver.equals(here.workerId())) {
            return new Refusal(
                    RefusalCause.RECEIVER, "worker '" + receiver + "' is wanted, '" + here.workerId() + "' is here");
        }
        if (receiverEpoch != here.epoch()) {
            return new Refusal(
                    RefusalCause.RECEIVER_EPOCH,
                    "epoch " + receiverEpoch + " of worker '" + receiver + "' is wanted, epoch " + here.epoch()
                            + " is here");
        }
        if (frameBytes > here.frameBytes() || messageMaxBytes > here.messageMaxBytes()) {
            return new Refusal(
                    RefusalCause.BOUNDS,
                    "frames up to " + frameBytes + " and messages up to " + messageMaxBytes + " bytes are above "
                            + here.frameBytes() + " and " + here.messageMaxBytes()
                            + " here: set transport.frame.bytes and transport.message.max.bytes alike on all workers");
        }
        return null;
    }
}
