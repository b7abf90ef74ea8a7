// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.spill.SpillQueue;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The middle of a queue of tuples: encoded tuples, in memory outside of the heap and behind that in files. A record has
 * the position of its tuple (8 bytes), the time since when it waits (8), and its message. Confined to the thread of the
 * task's executor.
 */
final class SpilledTuples {

    private static final Logger LOG = LoggerFactory.getLogger(SpilledTuples.class);

    private static final int SINCE = Long.BYTES;
    private static final int MESSAGE = 2 * Long.BYTES;
    private static final int NO_TASK = 0;
    private static final long NONE = -1;

    /** Takes reports of tuples that cannot be read again. */
    @FunctionalInterface
    interface Losses {

        /**
         * @param last position of the last lost tuple; all before it have left or are lost
         * @param count number of lost tuples
         * @param cause cause; null if their file was damaged, which is logged
         */
        void lost(long last, long count, RuntimeException cause);
    }

    /** Opens a queue of bytes. */
    @FunctionalInterface
    interface Opening {

        /**
         * @param wakeOwner action that runs in other threads when records can be polled or offered again
         * @return the queue; null if there is none
         */
        SpillQueue open(Runnable wakeOwner);
    }

    private record Followed(long position, StageTimes times) {}

    private final Opening opening;
    private final Runnable wake;
    private final TupleEncoder encoder;
    private final TupleDecoder decoder;

    /** The traces of tuples that are encoded. They are few, as few tuples are sampled. */
    private final ArrayDeque<Followed> followedTimes = new ArrayDeque<>();

    private ByteBuffer scratch = ByteBuffer.allocate(0);

    /** The queue; null before the first tuple. */
    private SpillQueue queue;

    private boolean available;

    /** The position of the first tuple. */
    private long first;

    private long end;

    /** The last tuple that could not be encoded. */
    private long refused = NONE;

    /** Whether there may be room again since an offer was refused. Any thread sets it. */
    private volatile boolean roomCame;

    /**
     * @param opening opens the queue; null if there are no files
     * @param wake action that runs in other threads when the task has to look again
     */
    SpilledTuples(Opening opening, Runnable wake, TupleEncoder encoder, TupleDecoder decoder) {
        this.opening = opening;
        this.wake = wake;
        this.encoder = encoder;
        this.decoder = decoder;
        this.available = opening != null;
    }

    /** Returns whether there is another place than the heap. */
    boolean isAvailable() {
        return available;
    }

    boolean isEmpty() {
        return first == end;
    }

    long bytes() {
        return queue == null ? 0 : queue.bytes();
    }

    /** Returns the number of bytes in files. */
    long spilledBytes() {
        return queue == null ? 0 : queue.spilledBytes();
    }

    /** Returns the approximate time since when the first tuple waits. There must be one. */
    long headSince() {
        return queue.headNanos();
    }

    /** Returns whether to try again with a tuple for which there was no room. */
    boolean mayHaveRoom() {
        return roomCame || isEmpty();
    }

    /**
     * Appends a tuple, whose position follows the last one. Returns false if there is no room, or it cannot be encoded.
     */
    boolean offer(WaitingTuple waiting) {
        if (waiting.position() == refused || !open()) {
            return false;
        }
        StageTimes times = waiting.tuple().stageTimes();
        ByteBuffer record = encode(waiting);
        // The flag is cleared before the offer, as room may come at once
        roomCame = false;
        if (record == null || !queue.offer(record)) {
            return false;
        }
        if (isEmpty()) {
            first = waiting.position();
        }
        end = waiting.position() + 1;
        if (times != null) {
            followedTimes.add(new Followed(waiting.position(), times));
        }
        return true;
    }

    private boolean open() {
        if (queue == null && available) {
            queue = opening.open(this::wake);
            available = queue != null;
        }
        return available;
    }

    private void wake() {
        roomCame = true;
        wake.run();
    }

    /**
     * Returns the encoded tuple; null if it cannot be encoded. Within a worker the encoding matters only here, so such
     * a tuple waits as it is.
     */
    private ByteBuffer encode(WaitingTuple waiting) {
        DataTuple tuple = waiting.tuple();
        StageTimes times = tuple.stageTimes();
        // The tuple is not sent yet
        tuple.follow(null);
        try {
            int length = MESSAGE + encoder.sizeOf(tuple);
            if (scratch.capacity() < length) {
                scratch = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            }
            scratch.clear();
            scratch.putLong(0, waiting.position());
            scratch.putLong(SINCE, waiting.since());
            encoder.write(tuple, scratch, MESSAGE);
            return scratch.limit(length);
        } catch (RuntimeException e) {
            LOG.debug("a tuple waits on the heap, and the next ones with it: {}", e.getMessage());
            refused = waiting.position();
            return null;
        } finally {
            tuple.follow(times);
        }
    }

    /** Takes the first tuple. Returns null if there is none, or it is in a file and not read yet. */
    WaitingTuple poll(Losses losses) {
        while (!isEmpty()) {
            ByteBuffer record = queue.poll();
            if (record == null) {
                if (queue.count() == 0) {
                    lose(end, losses);
                }
                return null;
            }
            WaitingTuple read = read(record, losses);
            if (read != null) {
                return read;
            }
        }
        return null;
    }

    private WaitingTuple read(ByteBuffer record, Losses losses) {
        int at = record.position();
        int length = record.remaining() - MESSAGE;
        long position = record.getLong(at);
        lose(position, losses);
        first = position + 1;
        StageTimes times = timesOf(position);
        try {
            DataTuple tuple = decoder.read(NO_TASK, record, at + MESSAGE, length);
            tuple.bytes(length);
            tuple.follow(times);
            return new WaitingTuple(tuple, position, record.getLong(at + SINCE), length + WaitingTuples.ENTRY_BYTES);
        } catch (CodecException e) {
            losses.lost(position, 1, e);
            return null;
        }
    }

    /** Reports that the tuples before a position did not come. */
    private void lose(long next, Losses losses) {
        if (first < next) {
            long count = next - first;
            first = next;
            losses.lost(next - 1, count, null);
        }
    }

    private StageTimes timesOf(long position) {
        while (!followedTimes.isEmpty() && followedTimes.peekFirst().position() < position) {
            followedTimes.removeFirst();
        }
        boolean followed = !followedTimes.isEmpty() && followedTimes.peekFirst().position() == position;
        return followed ? followedTimes.removeFirst().times() : null;
    }

    /** Drops all tuples, and gives memory and files back. */
    void close() {
        available = false;
        first = end;
        followedTimes.clear();
        if (queue != null) {
            queue.close();
        }
    }
}
