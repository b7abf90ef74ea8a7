// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

/**
 * The layout of a message between workers, little-endian. {@link ServiceDescriptor} has the layout of services'
 * messages. A tuple:
 *
 * <pre>
 *   0        1        2        4        8                16          20          24        24 + t              24 + t + 16 n
 *  +--------+--------+--------+--------+----------------+-----------+-----------+---------+-------------------+--------+
 *  | TUPLE  | flags  | stream | source |   intended     | roots (n) | generation| times   | n x (root, edge)  | values |
 *  |        |        |        |  task  |   nanos        |   (int)   |  (int)    | (t)     |                   |        |
 *  +--------+--------+--------+--------+----------------+-----------+-----------+---------+-------------------+--------+
 * </pre>
 *
 * <p>Times are of the sender's clock; the intended time is Long.MIN_VALUE if the sender does not know it.
 *
 * <p>The generation is that of the source, modulo 65,536; 0 in a topology without snapshots.
 *
 * <p>The flag SAMPLED says that there are stage times of 24 bytes: the times when the tuple was emitted, when it was
 * offered to the link that took it, and when the message was complete. Without the flag t is 0. The flag TRACED says
 * that the trace up to the emission comes behind the stage times:
 *
 * <pre>
 *   0        2        4                 8
 *  +--------+--------+-----------------+----------------------------------------------------------+
 *  | hops   | unused |     weight      | hops x: task (int), parts (int), a long for each part    |
 *  +--------+--------+-----------------+----------------------------------------------------------+
 * </pre>
 *
 * <p>The bits of the parts are the positions of those {@link io.millrace.api.metrics.TracePart} whose nanoseconds
 * follow, in order.
 *
 * <p>Values are as {@link io.millrace.runtime.codec.ValuesCodec} writes them, up to the end of the message. Acks, for
 * the ledgers of the spout tasks that the roots name:
 *
 * <pre>
 *   0        1        4        8        12          16                    16 + 16 a      16 + 16 a + 8 f
 *  +--------+--------+--------+--------+-----------+---------------------+--------------+--------------+
 *  |  ACKS  |   0    | acks a | fails f| renewals r| a x (root, edges)   | f x root     | r x root     |
 *  +--------+--------+--------+--------+-----------+---------------------+--------------+--------------+
 * </pre>
 *
 * <p>A renewal restarts the time-out of a tree.
 */
public final class MessageDescriptor {

    static final byte TUPLE = 1;
    static final byte ACKS = 2;

    /** The kind of {@link ServiceDescriptor}. */
    public static final byte SERVICE = 3;

    /** The kind of messages of {@code runtime.snapshot}. */
    public static final byte SNAPSHOTS = 4;

    /** The kind of {@link io.millrace.runtime.standstill.StandstillProbe}. */
    public static final byte PROBE = 5;

    /** The kind of {@link TupleBatch}. */
    static final byte GROUP = 6;

    /** The kind of {@link ChannelAckMessage}. */
    public static final byte CHANNEL_ACK = 7;

    /** The kind of {@link io.millrace.runtime.token.TokenMessage}. */
    public static final byte TOKENS = 8;

    static final int KIND_OFFSET = 0;

    static final int FLAGS_OFFSET = 1;
    static final int STREAM_OFFSET = 2;
    static final int SOURCE_TASK_OFFSET = 4;
    static final int INTENDED_OFFSET = 8;
    static final int ROOTS_OFFSET = 16;
    static final int GENERATION_OFFSET = 20;
    static final int TUPLE_HEAD = 24;
    static final int ROOT_LENGTH = 16;

    static final int SAMPLED = 1;
    static final int EMITTED_OFFSET = 24;
    static final int OFFERED_OFFSET = 32;
    static final int WRITTEN_OFFSET = 40;
    static final int TIMES_LENGTH = 24;

    static final int TRACED = 2;
    static final int TRACE_OFFSET = TUPLE_HEAD + TIMES_LENGTH;
    static final int TRACE_HOPS_OFFSET = 0;
    static final int TRACE_WEIGHT_OFFSET = 4;
    static final int TRACE_HEAD = 8;
    static final int HOP_TASK_OFFSET = 0;
    static final int HOP_PARTS_OFFSET = 4;
    static final int HOP_HEAD = 8;

    static final int ACK_COUNT_OFFSET = 4;
    static final int FAIL_COUNT_OFFSET = 8;
    static final int RENEWAL_COUNT_OFFSET = 12;
    static final int ACKS_HEAD = 16;
    static final int ACK_LENGTH = 16;
    static final int FAIL_LENGTH = 8;
    static final int RENEWAL_LENGTH = 8;

    private MessageDescriptor() {}

    /** Returns the kinds of messages that belong to capabilities, which not every worker has. */
    public static byte[] ofCapabilities() {
        return new byte[] {SERVICE, SNAPSHOTS, PROBE, CHANNEL_ACK, TOKENS};
    }
}
