package io.millrace.runtime.tuple;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.runtime.metrics.LinkKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The tuple that tasks exchange. The emitting task or the decoder makes it; then it belongs to the target task's
 * executor.
 *
 * <p>A tracked tuple is an edge in the tree of one root, or of several. The first is inline, the others are pairs
 * (root, edge) in {@code more}. {@link #addChild} collects the XOR of the edges that were emitted with this tuple as
 * their anchor. Acking sends edge XOR children for each root.
 */
public final class DataTuple implements Tuple {

    /** A time that is not known, because it is of a clock whose offset is not known. */
    public static final long UNKNOWN_TIME = Long.MIN_VALUE;

    /** The root of a tuple that belongs to no tree. */
    public static final long UNTRACKED = 0;

    // Constant once the tuple is handed over
    private final StreamRef stream;
    private final int sourceTask;
    private int targetTask;
    private final long intendedNanos;
    private final Object[] values;
    private long root;
    private long edge;
    private long[] more;

    /** Null unless the tuple is sampled. */
    private Trace trace;

    /** 0 unless other tasks get the same values. */
    private int emission;

    /** 0 if it is not known yet. Written before the hand-over. */
    private int bytes;

    /** The lower bits of the source's generation. A short, so that the object does not become larger. */
    private short generation;

    // Written by the target task's thread
    private long children;
    private boolean settled;
    private LinkKind arrivedBy = LinkKind.DIRECT;

    // Set by the source task's thread before the hand-over, or by the target's
    private Credit credit;

    public DataTuple(StreamRef stream, int sourceTask, int targetTask, long intendedNanos, Object[] values) {
        this.stream = stream;
        this.sourceTask = sourceTask;
        this.targetTask = targetTask;
        this.intendedNanos = intendedNanos;
        this.values = values;
    }

    /** Sets the task that gets it, which was not known before. Only allowed before the hand-over. */
    public void to(int task) {
        targetTask = task;
    }

    /**
     * Makes this an edge of trees. Only allowed before the hand-over.
     *
     * @param furtherPairs (root, edge) of the trees beside the first; null if there are none
     */
    public void track(long firstRoot, long firstEdge, long[] furtherPairs) {
        root = firstRoot;
        edge = firstEdge;
        more = furtherPairs;
    }

    /** Sets the trace of a sampled tuple; null for none. Only allowed before the hand-over. */
    public void follow(Trace notes) {
        trace = notes;
    }

    /** Returns the trace; null unless the tuple is sampled. */
    public Trace trace() {
        return trace;
    }

    /**
     * Marks that other tasks get tuples with these values too. Only allowed before the hand-over.
     *
     * @param number of the emission, not 0; different from earlier ones of the same executor
     */
    public void share(int number) {
        emission = number;
    }

    /** The emission that made this tuple and others with the same values; 0 if there are no others. */
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
        settled = true;
        return first;
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

    /** Returns the credit that the tuple holds to whom it belongs. Returns whether it held any. */
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

    /** By the clock of this node, or {@link #UNKNOWN_TIME}. For latencies only: it may contain an estimate of clocks. */
    public long intendedNanos() {
        return intendedNanos;
    }

    @Override
    public long intendedNanos(long ifUnknown) {
        return intendedNanos == UNKNOWN_TIME ? ifUnknown : intendedNanos;
    }

    /** The values themselves, which must not be changed. */
    public Object[] array() {
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
        return values[index];
    }

    @Override
    public Object get(String field) {
        return values[position(field)];
    }

    @Override
    public String getString(int index) {
        return get(index) instanceof String text ? text : nullOr(index, String.class);
    }

    @Override
    public String getString(String field) {
        return getString(position(field));
    }

    @Override
    public int getInt(int index) {
        Object value = get(index);
        if (value instanceof Integer number) {
            return number;
        }
        if (isWhole(value) && ((Number) value).longValue() == ((Number) value).intValue()) {
            return ((Number) value).intValue();
        }
        throw wrongType(index, "an int");
    }

    @Override
    public int getInt(String field) {
        return getInt(position(field));
    }

    @Override
    public long getLong(int index) {
        Object value = get(index);
        if (value instanceof Long number) {
            return number;
        }
        if (isWhole(value)) {
            return ((Number) value).longValue();
        }
        throw wrongType(index, "a long");
    }

    @Override
    public long getLong(String field) {
        return getLong(position(field));
    }

    @Override
    public double getDouble(int index) {
        if (get(index) instanceof Number number) {
            return number.doubleValue();
        }
        throw wrongType(index, "a double");
    }

    @Override
    public double getDouble(String field) {
        return getDouble(position(field));
    }

    @Override
    public boolean getBoolean(int index) {
        if (get(index) instanceof Boolean truth) {
            return truth;
        }
        throw wrongType(index, "a boolean");
    }

    @Override
    public boolean getBoolean(String field) {
        return getBoolean(position(field));
    }

    @Override
    public byte[] getBytes(int index) {
        return get(index) instanceof byte[] bytes ? bytes : nullOr(index, byte[].class);
    }

    @Override
    public byte[] getBytes(String field) {
        return getBytes(position(field));
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<Object> getList(int index) {
        return get(index) instanceof List<?> list ? (List<Object>) list : nullOr(index, List.class);
    }

    @Override
    public List<Object> getList(String field) {
        return getList(position(field));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<Object, Object> getMap(int index) {
        return get(index) instanceof Map<?, ?> map ? (Map<Object, Object>) map : nullOr(index, Map.class);
    }

    @Override
    public Map<Object, Object> getMap(String field) {
        return getMap(position(field));
    }

    @Override
    public boolean contains(String field) {
        return stream.fields().indexOf(field) >= 0;
    }

    @Override
    public Fields fields() {
        return stream.fields();
    }

    @Override
    public List<Object> values() {
        return Collections.unmodifiableList(Arrays.asList(values));
    }

    @Override
    public String sourceComponent() {
        return stream.component();
    }

    @Override
    public int sourceTask() {
        return sourceTask;
    }

    @Override
    public String sourceStream() {
        return stream.name();
    }

    @Override
    public String toString() {
        return stream.component() + "/" + stream.name() + values();
    }

    private int position(String field) {
        int index = stream.fields().indexOf(field);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "field '" + field + "' does not exist in " + stream + ": it has " + known());
        }
        return index;
    }

    private String known() {
        return stream.fields().size() == 0 ? "no fields" : "the fields " + stream.fields();
    }

    private static boolean isWhole(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private <T> T nullOr(int index, Class<T> wanted) {
        if (values[index] == null) {
            return null;
        }
        throw wrongType(index, wanted.getSimpleName());
    }

    private ClassCastException wrongType(int index, String wanted) {
        Object value = values[index];
        String found =
                value == null ? "null" : value.getClass().getName() + (value instanceof Number ? " " + value : "");
        return new ClassCastException(
                "field '" + stream.fields().names().get(index) + "' of " + stream + " is " + found + ", not " + wanted);
    }
}
