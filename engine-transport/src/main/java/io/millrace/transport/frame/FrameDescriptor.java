// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.netty.buffer.ByteBuf;

/**
 * The layout of all frames on the wire, little-endian; no other class knows an offset. Used by both ends of a
 * connection.
 *
 * <pre>
 *   0               4       5       6               8
 *  +---------------+-------+-------+---------------+- - - - - - -
 *  | frame length  | type  | flags |       0       | body
 *  +---------------+-------+-------+---------------+- - - - - - -
 *
 *  DATA, sender to receiver: records of one channel. position: where the first one begins in the channel's stream.
 *  credit left after this frame: set if the channel has more to send, and that is too little for it (flag LIMITED).
 *   8               12              16                              24
 *  +---------------+---------------+-------------------------------+- - - - - - -
 *  | channel       | credit left   | position                      | records
 *  +---------------+---------------+-------------------------------+- - - - - - -
 *
 *  CONTROL, sender to receiver, priority: records, each prefixed with its target task.
 *   8
 *  +- - - - - - -
 *  | records
 *  +- - - - - - -
 *
 *  a record, padded to a multiple of 4; bits: F first, L last piece of its message, V void (skip it), T timed
 *   0                               4               8
 *  +-+-+-+-------------------------+- - - - - - - -+- - - - - - - - -
 *  |F|L|V|T|0 0| length (24 bits)  | prefix        | bytes
 *  +-+-+-+-------------------------+- - - - - - - -+- - - - - - - - -
 *      length counts prefix and bytes; the prefix is there in CONTROL (target task) and in a first piece that is
 *      not the last (length of the whole message), and in a timed one of DATA (8 bytes: when it was given to the socket)
 *
 *  CREDIT, receiver to sender, priority: cumulative, per channel; the sender may send up to position = limit.
 *   8                               16              20              24              32              40
 *  +-------------------------------+---------------+---------------+---------------+---------------+- - -
 *  | messages received so far      | channel       |       0       | consumed      | limit         | channel ...
 *  +-------------------------------+---------------+---------------+---------------+---------------+- - -
 *
 *  LIMITED, sender to receiver, priority: these channels have something to send and no credit.
 *   8               12              16                              24
 *  +---------------+---------------+-------------------------------+- - -
 *  | channel       | credit left   | position                      | channel ...
 *  +---------------+---------------+-------------------------------+- - -
 *
 *  PING, both ways, priority
 *   8
 *  +-------------------------------+
 *  | when it is sent               |
 *  +-------------------------------+
 *
 *  PONG, both ways, priority; the first time is the ping's, the others are of this end's clock
 *   8                               16                              24                              32
 *  +-------------------------------+-------------------------------+-------------------------------+- - - - - - -
 *  | when the ping was sent        | messages received so far      | when the ping was received    | when this is sent
 *  +-------------------------------+-------------------------------+-------------------------------+- - - - - - -
 *
 *  HELLO, dialler first: the layout up to version stays the same in every version; strings: u16 length, UTF-8
 *  No two HELLOs of one process have the same attempt: it counts them, so that a later one has a higher.
 *   8               12              16              20              24         32         40         48         56        88
 *  +---------------+---------------+---------------+---------------+----------+----------+----------+----------+---------+- - - -
 *  | magic         | version       | max frame     | max message   | epoch    | its epoch| process  | attempt  | nonce   | sender,
 *  +---------------+---------------+---------------+---------------+----------+----------+----------+----------+---------+ receiver
 *
 *  CHALLENGE, in answer to HELLO                              PROOF, in answer to CHALLENGE
 *   8               12              16         48         80     8              40
 *  +---------------+---------------+----------+----------+      +--------------+
 *  | magic         | version       | nonce    | proof    |      | proof        |
 *  +---------------+---------------+----------+----------+      +--------------+
 *
 *  ACCEPT, in answer to PROOF                         REFUSE, in answer to HELLO or PROOF
 *   8               12              16         20      8               12              16
 *  +---------------+---------------+----------+       +---------------+---------------+- - - - -
 *  | magic         | version       | window   |       | magic         | cause         | reason (string)
 *  +---------------+---------------+----------+       +---------------+---------------+- - - - -
 *                    window: credit that every channel begins with
 * </pre>
 */
public final class FrameDescriptor {

    public static final int MAGIC = 0x5C52_4C4D; // "MLR\"
    public static final int VERSION = 5;

    public static final int LENGTH_OFFSET = 0;
    static final int TYPE_OFFSET = 4;
    public static final int FLAGS_OFFSET = 5;
    public static final int HEADER_BYTES = 8;

    public static final int HELLO = 1;
    public static final int ACCEPT = 2;
    public static final int REFUSE = 3;
    public static final int DATA = 4;
    public static final int CONTROL = 5;
    public static final int CREDIT = 6;
    public static final int LIMITED = 7;
    public static final int PING = 8;
    public static final int PONG = 9;
    public static final int CHALLENGE = 10;
    public static final int PROOF = 11;

    /** The flag of a DATA frame after which the channel has more to send and no credit for it. */
    public static final int FLAG_LIMITED = 1;

    public static final int DATA_CHANNEL_OFFSET = 8;
    public static final int DATA_CREDIT_OFFSET = 12;
    public static final int DATA_POSITION_OFFSET = 16;
    public static final int DATA_HEADER_BYTES = 24;

    public static final int CONTROL_HEADER_BYTES = HEADER_BYTES;

    public static final int CREDIT_RECEIVED_OFFSET = 8;
    public static final int CREDIT_HEADER_BYTES = 16;
    public static final int CREDIT_ENTRY_BYTES = 24;
    public static final int CREDIT_CONSUMED_OFFSET = 8;
    public static final int CREDIT_LIMIT_OFFSET = 16;

    public static final int LIMITED_ENTRY_BYTES = 16;
    public static final int LIMITED_CREDIT_OFFSET = 4;
    public static final int LIMITED_POSITION_OFFSET = 8;

    public static final int PING_SENT_OFFSET = 8;
    public static final int PING_BYTES = 16;
    public static final int PONG_RECEIVED_OFFSET = 16;
    public static final int PONG_PING_RECEIVED_OFFSET = 24;
    public static final int PONG_SENT_OFFSET = 32;
    public static final int PONG_BYTES = 40;

    static final int MAGIC_OFFSET = 8;
    static final int VERSION_OFFSET = 12;
    static final int HELLO_FRAME_OFFSET = 16;
    static final int HELLO_MESSAGE_OFFSET = 20;
    static final int HELLO_EPOCH_OFFSET = 24;
    static final int HELLO_RECEIVER_EPOCH_OFFSET = 32;
    static final int HELLO_PROCESS_OFFSET = 40;
    static final int HELLO_ATTEMPT_OFFSET = 48;
    static final int HELLO_NONCE_OFFSET = 56;
    static final int HELLO_NAMES_OFFSET = 88;
    public static final int NONCE_BYTES = 32;
    public static final int CHALLENGE_NONCE_OFFSET = 16;
    public static final int CHALLENGE_PROOF_OFFSET = 48;
    public static final int CHALLENGE_BYTES = 80;
    public static final int PROOF_OFFSET = 8;
    public static final int PROOF_BYTES = 40;
    public static final int ACCEPT_WINDOW_OFFSET = 16;
    public static final int ACCEPT_BYTES = 20;
    static final int REFUSE_CAUSE_OFFSET = 12;
    static final int REFUSE_REASON_OFFSET = 16;

    /** The longest name or reason, in bytes: 255 characters in UTF-8, and the number of a connection. */
    public static final int MAX_NAME_BYTES = 800;

    /** The longest frame that is read before the handshake is done: a HELLO with two of the longest names. */
    public static final int MAX_HANDSHAKE_BYTES = 2 * 1024;

    public static final int RECORD_HEADER_BYTES = 4;
    public static final int RECORD_PREFIX_BYTES = 4;
    public static final int RECORD_TIME_BYTES = 8;
    public static final int RECORD_FIRST = 1 << 31;
    public static final int RECORD_LAST = 1 << 30;
    static final int RECORD_VOID = 1 << 29;
    static final int RECORD_TIMED = 1 << 28;
    public static final int RECORD_WHOLE = RECORD_FIRST | RECORD_LAST;
    static final int RECORD_LENGTH_MASK = (1 << 24) - 1;

    private FrameDescriptor() {}

    /** Writes the eight bytes that every frame begins with; {@code length} may be 0 if it is set later. */
    public static void writeHeader(ByteBuf out, int length, int type) {
        out.writeIntLE(length).writeByte(type).writeByte(0).writeShortLE(0);
    }

    public static int recordLength(int word) {
        return word & RECORD_LENGTH_MASK;
    }

    /** Bytes that a record with this word takes, its header and padding included. */
    public static int recordBytes(int word) {
        return paddedBytes(recordLength(word));
    }

    public static int paddedBytes(int recordLength) {
        return (RECORD_HEADER_BYTES + recordLength + 3) & ~3;
    }

    public static boolean isFirst(int word) {
        return (word & RECORD_FIRST) != 0;
    }

    public static boolean isLast(int word) {
        return (word & RECORD_LAST) != 0;
    }

    public static boolean isVoid(int word) {
        return (word & RECORD_VOID) != 0;
    }

    public static boolean isTimed(int word) {
        return (word & RECORD_TIMED) != 0;
    }

    /** Whether the first four bytes of a connection, read as a frame's length, begin a TLS record (RFC 8446, 5.1). */
    public static boolean looksLikeTls(int length) {
        int contentType = length & 0xFF;
        int majorVersion = length >>> 8 & 0xFF;
        // Every HELLO and its answer have 0 here.
        int minorVersion = length >>> 16 & 0xFF;
        return contentType >= 20 && contentType <= 23 && majorVersion == 3 && minorVersion >= 1 && minorVersion <= 4;
    }
}
