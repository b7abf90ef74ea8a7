// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of copies that go once to several tasks of another region, little-endian; nothing else knows an offset. A
 * tuple, with m members of the channel and k of them that get it:
 *
 * <pre>
 *   0        1                1 + s        1 + s + t
 *  +--------+----------------+------------+---------------------------+- - - - - - - - - - - - - - - - - - - -+
 *  | flags  | who gets it    | sampled at | the tuple for one of them | k x roots of the tuple: edges (long)  |
 *  +--------+----------------+------------+---------------------------+- - - - - - - - - - - - - - - - - - - -+
 * </pre>
 *
 * <p>The field "who gets it" is a bit for each member in (m + 7) / 8 bytes. It is left out (s = 0) without the flag
 * SOME: then all members get it. The field "sampled at" is left out (t = 0) without the flag SOME_SAMPLED: then all do
 * if the tuple has stage times. The edges are those of the members that get it, in their order.
 *
 * <p>With the flag MEMBERS, the first event of a channel names its members:
 *
 * <pre>
 *   0        1             3                        11          13
 *  +--------+-------------+- - - - - - - - - - - - -+- - - - - -+- - - - - - - - - +
 *  | flags  | executors   | each: worker's epoch    | tasks n   | n x task (int)    |
 *  +--------+-------------+- - - - - - - - - - - - -+- - - - - -+- - - - - - - - - +
 * </pre>
 */
public final class CopyDescriptor {

    private static final byte MEMBERS = 1;
    private static final byte SOME = 2;
    private static final byte SOME_SAMPLED = 4;

    private static final int FLAGS_BYTES = 1;

    private CopyDescriptor() {}

    /**
     * The members of a channel that run in one executor.
     *
     * @param workerEpoch epoch of the worker's start
     */
    public record Members(long workerEpoch, List<Integer> tasks) {}

    private static int bitBytes(int members) {
        return (members + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** Returns by how many bytes a copy is longer than the tuple, at most. */
    public static int mostOverhead(int members, int roots) {
        return FLAGS_BYTES + 2 * bitBytes(members) + members * roots * Long.BYTES;
    }

    /**
     * Writes a tuple, and returns its length.
     *
     * @param message message of the tuple
     * @param to bits of the members that get it
     * @param sampled bits of the members whose copies have stage times
     * @param edges edges of all members, one after the other, each as many as there are roots
     */
    public static int write(
            ByteBuffer into, int members, ByteBuffer message, int length, long[] to, long[] sampled, long[] edges) {
        int roots = roots(message, 0);
        boolean all = count(to) == members;
        boolean allSampled = !TupleDecoder.isSampled(message, 0) || count(sampled) == count(to);
        into.put(0, (byte) ((all ? 0 : SOME) | (allSampled ? 0 : SOME_SAMPLED)));
        int at = FLAGS_BYTES;
        at = all ? at : putBits(into, at, members, to);
        at = allSampled ? at : putBits(into, at, members, sampled);
        into.put(at, message, 0, length);
        at += length;
        for (int member = 0; roots > 0 && member < members; member++) {
            if (has(to, member)) {
                for (int root = 0; root < roots; root++) {
                    into.putLong(at, edges[member * roots + root]);
                    at += Long.BYTES;
                }
            }
        }
        return at;
    }

    private static int putBits(ByteBuffer into, int at, int members, long[] bits) {
        for (int i = 0; i < bitBytes(members); i++) {
            into.put(at + i, (byte) (bits[i / Long.BYTES] >>> Byte.SIZE * (i % Long.BYTES)));
        }
        return at + bitBytes(members);
    }

    private static int count(long[] bits) {
        int count = 0;
        for (long word : bits) {
            count += Long.bitCount(word);
        }
        return count;
    }

    private static int roots(ByteBuffer message, int offset) {
        return message.getInt(offset + MessageDescriptor.ROOTS_OFFSET);
    }

    /** Returns whether a member is in a set of bits. */
    public static boolean has(long[] bits, int member) {
        return (bits[member / Long.SIZE] & 1L << member) != 0;
    }

    /** Adds a member to a set of bits. */
    public static void add(long[] bits, int member) {
        bits[member / Long.SIZE] |= 1L << member;
    }

    /** Returns an empty set of bits for this number of members. */
    public static long[] bits(int members) {
        return new long[(members + Long.SIZE - 1) / Long.SIZE];
    }

    /** Returns the first event of a channel, which names its members. */
    public static byte[] members(List<Members> all) {
        int bytes = FLAGS_BYTES + Short.BYTES;
        for (Members each : all) {
            bytes += Long.BYTES + Short.BYTES + each.tasks().size() * Integer.BYTES;
        }
        ByteBuffer into = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        into.put(MEMBERS).putShort((short) all.size());
        for (Members each : all) {
            into.putLong(each.workerEpoch()).putShort((short) each.tasks().size());
            each.tasks().forEach(into::putInt);
        }
        return into.array();
    }

    public static boolean isMembers(ByteBuffer event, int offset, int length) {
        return length > 0 && (event.get(offset) & MEMBERS) != 0;
    }

    /** Returns the members that the first event of a channel names; none if it is malformed. */
    public static List<Members> readMembers(ByteBuffer event, int offset, int length) {
        List<Members> all = new ArrayList<>();
        ByteBuffer from = event.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        from.limit(offset + length).position(offset + FLAGS_BYTES);
        try {
            for (int left = from.getShort(); left > 0; left--) {
                long epoch = from.getLong();
                List<Integer> tasks = new ArrayList<>();
                for (int more = from.getShort(); more > 0; more--) {
                    tasks.add(from.getInt());
                }
                all.add(new Members(epoch, tasks));
            }
        } catch (BufferUnderflowException e) {
            return List.of();
        }
        return all;
    }

    /** Reads a tuple that several members get. Confined to one thread. */
    public static final class Reader {
        private final int members;
        private ByteBuffer event;
        private int bitsAt;
        private int sampledAt;
        private int messageAt;
        private int messageBytes;
        private int roots;
        private int edgesAt;

        public Reader(int members) {
            this.members = members;
        }

        /** Returns false if the event is malformed. */
        public boolean wrap(ByteBuffer from, int offset, int length) {
            if (length < FLAGS_BYTES + MessageDescriptor.TUPLE_HEAD) {
                return false;
            }
            event = from;
            byte flags = from.get(offset);
            int at = offset + FLAGS_BYTES;
            bitsAt = (flags & SOME) != 0 ? at : -1;
            at += bitsAt < 0 ? 0 : bitBytes(members);
            sampledAt = (flags & SOME_SAMPLED) != 0 ? at : -1;
            at += sampledAt < 0 ? 0 : bitBytes(members);
            messageAt = at;
            int left = offset + length - at;
            if (left < MessageDescriptor.TUPLE_HEAD || !TupleDecoder.isTuple(from, at, left)) {
                return false;
            }
            roots = CopyDescriptor.roots(from, at);
            long edges = (long) receiversBefore(members) * roots * Long.BYTES;
            if (roots < 0 || edges > left - MessageDescriptor.TUPLE_HEAD) {
                return false;
            }
            messageBytes = left - (int) edges;
            edgesAt = messageAt + messageBytes;
            return true;
        }

        private boolean bit(int from, int member) {
            return from < 0 || (event.get(from + member / Byte.SIZE) & 1 << member % Byte.SIZE) != 0;
        }

        private int receiversBefore(int member) {
            int count = 0;
            for (int i = 0; i < member; i++) {
                count += bit(bitsAt, i) ? 1 : 0;
            }
            return count;
        }

        public boolean isFor(int member) {
            return bit(bitsAt, member);
        }

        public int messageOffset() {
            return messageAt;
        }

        public int messageLength() {
            return messageBytes;
        }

        /** Turns the tuple that was read for one member into that of another one. */
        public void adapt(DataTuple tuple, int member) {
            if (!bit(sampledAt, member)) {
                tuple.follow(null);
            }
            if (roots > 0 && tuple.rootCount() == roots) {
                int at = edgesAt + receiversBefore(member) * roots * Long.BYTES;
                long[] more = roots == 1 ? null : new long[2 * (roots - 1)];
                for (int i = 1; i < roots; i++) {
                    more[2 * (i - 1)] = tuple.root(i);
                    more[2 * (i - 1) + 1] = event.getLong(at + i * Long.BYTES);
                }
                tuple.track(tuple.root(0), event.getLong(at), more);
            }
        }
    }
}
