// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.PayloadView;
import io.millrace.runtime.codec.UnwrittenBytes;
import io.millrace.runtime.metrics.LinkKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The tuple that tasks exchange. The emitting task or the decoder makes it; then it belongs to the target task's
 * executor.
 *
 * <p>A tracked tuple is an edge in the tree of one root, or of several. The first is inline, the others are pairs
 * (root, edge) in {@code more}. {@link #addChild} collects the XOR of the edges that were emitted with this tuple as
 * their anchor. Acking sends edge XOR children for each root.
 */
public final class DataTuple extends TypedTuple {

    /** A time that is not known, because it is by a clock whose offset is not known. */
    public static final long UNKNOWN_TIME = Long.MIN_VALUE;

    /** The root of a tuple that belongs to no tree. */
    public static final long UNTRACKED = 0;

    /**
     * A mark of a tuple whose long values are, or were, in memory of others: a ring, or the memory that an engine
     * shares with its worker. Set before it is delivered.
     */
    private static final byte VIEWS = 1;

    /** A mark of a tuple whose last value is an array that only it refers to. Set before it is handed over. */
    private static final byte OWN_PAYLOAD = 2;

    private static final VarHandle SETTLED;

    static {
        try {
            SETTLED = MethodHandles.lookup().findVarHandle(DataTuple.class, "settled", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Constant once the tuple is handed over
    private final int sourceTask;
    private int targetTask;
    private final long intendedNanos;
    private long root;
    private long edge;
    private long[] more;

    /** The stage times; null unless the tuple is sampled. */
    private StageTimes times;

    /** The number of the emission; 0 unless other tasks get the same values. */
    private int emission;

    /** The bytes of the message; 0 if they are not known yet. Written before the hand-over. */
    private int bytes;

    /** The lower bits of the source's generation. A short, so that the object does not become larger. */
    private short generation;

    // Written by the target task's thread
    private long children;
    private boolean settled;

    /** The mark {@link #VIEWS}, {@link #OWN_PAYLOAD}, or 0. It is a byte, so that the object does not become larger. */
    private byte marks;

    private LinkKind arrivedBy = LinkKind.DIRECT;

    // Set by the source task's thread before the hand-over, or by the target's
    private Credit credit;

    public DataTuple(StreamRef stream, int sourceTask, int targetTask, long intendedNanos, Object[] values) {
        super(stream, values);
        this.sourceTask = sourceTask;
        this.targetTask = targetTask;
        this.intendedNanos = intendedNanos;
    }

    /** Sets the target task, which was not known before. Only allowed before the hand-over. */
    public void to(int task) {
        targetTask = task;
    }

    /**
     * Makes this an edge of trees. Only allowed before the hand-over.
     *
     * @param furtherPairs pairs (root, edge) of the trees beside the first; null if there are none
     */
    public void track(long firstRoot, long firstEdge, long[] furtherPairs) {
        root = firstRoot;
        edge = firstEdge;
        more = furtherPairs;
    }

    /** Sets the stage times of a sampled tuple; null for none. Only allowed before the hand-over. */
    public void follow(StageTimes notes) {
        times = notes;
    }

    /** Returns the stage times; null unless the tuple is sampled. */
    public StageTimes stageTimes() {
        return times;
    }

    /**
     * Marks that other tasks get tuples with these values too. Only allowed before the hand-over.
     *
     * @param number number of the emission, not 0; different from earlier ones of the same executor
     */
    public void share(int number) {
        emission = number;
    }

    /** Returns the emission that made this tuple and others with the same values; 0 if there are no others. */
    public int emission() {
        return emission;
    }

    /** Sets the generation of its source. Only allowed before the hand-over. */
    public void generation(short number) {
        generation = number;
    }

    /** Returns the lower 16 bits of the generation of its source; 0 if the topology has no snapshots. */
    public short generation() {
        return generation;
    }

    /** Sets the length of its message. Only allowed before the hand-over. */
    public void bytes(int length) {
        bytes = length;
    }

    @Override
    public int bytes() {
        if (bytes == 0) {
            bytes = ValueSizes.of(values);
        }
        return bytes;
    }

    /** Returns the size that a tuple with these values counts for if it is not encoded. */
    public static int bytesOf(Object[] values) {
        return ValueSizes.of(values);
    }

    public boolean tracked() {
        return root != UNTRACKED;
    }

    public int rootCount() {
        return root == UNTRACKED ? 0 : more == null ? 1 : 1 + more.length / 2;
    }

    public long root(int index) {
        return index == 0 ? root : more[2 * (index - 1)];
    }

    public long edge(int index) {
        return index == 0 ? edge : more[2 * (index - 1) + 1];
    }

    /** Adds an edge that was emitted with this tuple as its anchor. */
    public void addChild(long edgeId) {
        children ^= edgeId;
    }

    public long children() {
        return children;
    }

    public boolean settled() {
        return settled;
    }

    /** Marks the tuple as acked or failed. Returns false if it already was. */
    public boolean settle() {
        boolean first = !settled;
        // The store is plain: a thread that knows of the ack learnt of it by something that orders this before. Memory
        // of a ring is guarded by the message that holds it
        settled = true;
        releaseViews();
        return first;
    }

    /** Returns whether the tuple was acked or failed, for other threads of the bolt, which may ask again and again. */
    boolean isSettledAcquire() {
        return (boolean) SETTLED.getAcquire(this);
    }

    /** Marks that long values are in memory of others. Only allowed before the tuple is delivered. */
    public void holdsViews() {
        marks = VIEWS;
    }

    /** Gives back the memory of long values that others own. Called by the thread that executes the tuple. */
    public void releaseViews() {
        if (marks == VIEWS) {
            release();
        }
    }

    private void release() {
        for (Object value : values) {
            if (value instanceof RetainedBytes held) {
                held.message().release();
                return;
            }
        }
    }

    /** Sets the link over which the tuple arrived. */
    public void arrivedBy(LinkKind link) {
        arrivedBy = link;
    }

    public LinkKind arrivedBy() {
        return arrivedBy;
    }

    public void hold(Credit held) {
        credit = held;
    }

    /** Gives the credit that the tuple holds back to its owner. Returns whether it held any. */
    public boolean releaseCredit() {
        if (credit == null) {
            return false;
        }
        credit.release();
        credit = null;
        return true;
    }

    public StreamRef stream() {
        return stream;
    }

    public int targetTask() {
        return targetTask;
    }

    /**
     * Returns the intended time by the clock of this node, or {@link #UNKNOWN_TIME}. It is for latencies only, as it
     * may contain an estimate of clocks.
     */
    public long intendedNanos() {
        return intendedNanos;
    }

    @Override
    public long intendedNanos(long ifUnknown) {
        return intendedNanos == UNKNOWN_TIME ? ifUnknown : intendedNanos;
    }

    /** Returns the length of the last value if its bytes were not written yet; -1 otherwise. */
    public int unwrittenBytes() {
        return values.length > 0 && values[values.length - 1] instanceof UnwrittenBytes bytes ? bytes.length() : -1;
    }

    /** Replaces the last value by an array, if its bytes were not written yet. Only allowed before the hand-over. */
    public void writePayload() {
        writePayload(null);
    }

    /**
     * Replaces the last value by an array, as the method without an array does.
     *
     * @param used array to be used again if it has the length; may be null
     */
    void writePayload(byte[] used) {
        if (values.length > 0 && values[values.length - 1] instanceof UnwrittenBytes bytes) {
            values[values.length - 1] =
                    used != null && used.length == bytes.length() ? bytes.toArray(used) : bytes.toArray();
            marks = OWN_PAYLOAD;
        }
    }

    /** Returns the array of {@link #writePayload}, which is free when a link has copied the tuple; or null. */
    byte[] ownPayload() {
        return marks == OWN_PAYLOAD ? (byte[]) values[values.length - 1] : null;
    }

    /** Returns the values themselves, which must not be changed; of values in memory of others, copies. */
    public Object[] array() {
        if (marks != VIEWS) {
            return values;
        }
        Object[] copies = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            copies[i] = copied(values[i]);
        }
        return copies;
    }

    /** Returns the values, of which only those at these positions are read. */
    public Object[] array(int[] positions) {
        if (marks == VIEWS) {
            for (int position : positions) {
                if (values[position] instanceof RetainedBytes) {
                    return array();
                }
            }
        }
        return values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public Object get(int index) {
        if (index < 0 || index >= values.length) {
            throw new IllegalArgumentException(
                    "position " + index + " does not exist in " + stream + ": it has " + known());
        }
        return marks == VIEWS ? copied(values[index]) : values[index];
    }

    private static Object copied(Object value) {
        return value instanceof RetainedBytes held ? held.toArray() : value;
    }

    @Override
    public PayloadView getView(int index) {
        Object value = index >= 0 && index < values.length ? values[index] : get(index);
        requireUnsettled("getView", index);
        if (value instanceof RetainedBytes held) {
            return held;
        }
        if (value instanceof ByteBuffer buffer) {
            return new BufferView(this, buffer.slice());
        }
        return value instanceof byte[] bytes
                ? new BufferView(this, ByteBuffer.wrap(bytes))
                : nullOr(index, PayloadView.class);
    }

    private void requireUnsettled(String method, int index) {
        if (isSettledAcquire()) {
            throw new IllegalStateException(method + " of field '"
                    + stream.fields().names().get(index) + "' of " + stream
                    + " after the tuple was acked or failed: call it before, or copy what you keep");
        }
    }

    @Override
    public ByteBuffer getBuffer(int index) {
        if (index >= 0 && index < values.length) {
            requireUnsettled("getBuffer", index);
        }
        Object value = get(index);
        if (value instanceof ByteBuffer buffer) {
            return buffer.asReadOnlyBuffer();
        }
        return value instanceof byte[] bytes
                ? ByteBuffer.wrap(bytes).asReadOnlyBuffer()
                : nullOr(index, ByteBuffer.class);
    }

    @Override
    public List<Object> values() {
        return Collections.unmodifiableList(Arrays.asList(array()));
    }

    @Override
    public int sourceTask() {
        return sourceTask;
    }
}
