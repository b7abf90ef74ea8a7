package io.millrace.runtime.tuple;

import io.millrace.api.metrics.WayPart;
import io.millrace.runtime.metrics.LinkKind;
import java.util.Arrays;

/**
 * The way of a followed tuple so far: the tasks from the spout to the one that emitted it, and the parts of the time of
 * each. Immutable; each tuple adds one hop to the way of the input that it was emitted for. A hop holds the time of the
 * link to its task and of the task itself, so that all parts add up to the time from the intended to the real emission.
 */
public final class Way {

    /** The most hops of a way, with the sink's. In a longer way, the hops between first and last are one hop. */
    public static final int MOST_HOPS = 10;

    public static final int PARTS = WayPart.values().length;

    /** The task of a hop that stands for several. */
    public static final int MIDDLE = 0;

    private static final int DUE = WayPart.DUE.ordinal();
    private static final int OUTBOX = WayPart.OUTBOX.ordinal();
    private static final int ENCODE = WayPart.ENCODE.ordinal();
    private static final int TRANSIT = WayPart.TRANSIT.ordinal();
    private static final int QUEUE = WayPart.QUEUE.ordinal();
    private static final int WIRE = WayPart.WIRE.ordinal();
    private static final int DECODE = WayPart.DECODE.ordinal();
    private static final int INBOX = WayPart.INBOX.ordinal();
    private static final int EXECUTE = WayPart.EXECUTE.ordinal();
    private static final int NESTED = WayPart.NESTED.ordinal();
    private static final int OTHER = WayPart.OTHER.ordinal();

    /** The way up to the hop before; null at the spout. */
    private final Way before;

    private final int task;
    private final int hops;
    private final int weight;
    private final boolean due;

    /** The nanoseconds of the last hop, by {@link WayPart}. */
    private final long[] nanos;

    /** The nanoseconds of all hops. */
    private final long sum;

    Way(Way before, int task, int weight, boolean due, long[] nanos) {
        this.before = before;
        this.due = due;
        this.task = task;
        this.weight = weight;
        this.nanos = nanos;
        this.hops = before == null ? 1 : before.hops + 1;
        long total = before == null ? 0 : before.sum;
        for (long each : nanos) {
            total += each;
        }
        this.sum = total;
    }

    /**
     * Begins a way at a spout.
     *
     * @param sinceIntended time from the intended time to the emission
     * @param isDue whether the spout has set the due time of the tuple
     * @param weight number of tuples it stands for; 0 if it was not chosen at random
     */
    public static Way from(int spout, long sinceIntended, boolean isDue, int weight) {
        long[] nanos = new long[PARTS];
        nanos[isDue ? DUE : OTHER] = sinceIntended;
        return new Way(null, spout, weight, isDue, nanos);
    }

    /**
     * Adds the hop of a bolt that emits for an input with a way.
     *
     * @param nested time of other bolts within the call of {@code execute} that has not ended
     * @param sinceIntended time from the intended time of the emission to now
     * @param among number of emissions with a way among which it was picked
     */
    public static Way through(DataTuple input, long now, long nested, long sinceIntended, int among) {
        long[] nanos = new long[PARTS];
        Trace trace = input.trace();
        Way known = trace.way().shortened();
        boolean running = trace.ended() == Trace.NOT_YET;
        long executed = running ? now - trace.begun() - nested : trace.executeNanos();
        long inCall = running ? now - trace.begun() : trace.ended() - trace.begun();
        link(trace, input.arrivedBy(), nanos, 0);
        nanos[EXECUTE] = executed;
        nanos[NESTED] = inCall - executed;
        return closed(known, input.targetTask(), nanos, sinceIntended, among);
    }

    /** Closes a way: the rest of the time since the intended one belongs to the last hop. */
    private static Way closed(Way known, int task, long[] nanos, long sinceIntended, int among) {
        long parts = known.sum;
        for (long each : nanos) {
            parts += each;
        }
        nanos[OTHER] = sinceIntended - parts;
        int weight = (int) Math.min(Integer.MAX_VALUE, (long) known.weight * among);
        return new Way(known, task, weight, false, nanos);
    }

    /** Shortens the way so that it has room for a bolt and for the sink behind it. */
    private Way shortened() {
        if (hops < MOST_HOPS - 1) {
            return this;
        }
        // The last two hops become one; the first of them stands for several if this has been done before
        Way head = before.before;
        long[] middle = new long[PARTS];
        middle[OTHER] = sum - head.sum;
        return new Way(head, MIDDLE, weight, false, middle);
    }

    private static void link(Trace trace, LinkKind link, long[] nanos, int at) {
        nanos[at + OUTBOX] = trace.offered() - trace.emitted();
        switch (link) {
            case DIRECT -> {}
            case QUEUE -> nanos[at + TRANSIT] = trace.takenIn() - trace.offered();
            case RING, NET -> {
                nanos[at + ENCODE] = trace.written() - trace.offered();
                if (trace.sent() == Trace.NOT_YET) {
                    nanos[at + TRANSIT] = trace.takenIn() - trace.written();
                } else {
                    nanos[at + QUEUE] = trace.sent() - trace.written();
                    nanos[at + WIRE] = trace.takenIn() - trace.sent();
                }
                nanos[at + DECODE] = trace.decoded() - trace.takenIn();
            }
        }
        nanos[at + INBOX] = trace.begun() - trace.arrived(link);
    }

    /**
     * Writes the whole way of a tuple that a sink has executed.
     *
     * @param latency time from the intended time to the end of {@code execute}
     * @param tasks task of each hop
     * @param nanos {@link #PARTS} values of each hop
     * @return number of hops
     */
    public static int finish(DataTuple executed, long latency, int[] tasks, long[] nanos) {
        Trace trace = executed.trace();
        Way way = trace.way();
        int last = way.hops;
        for (Way each = way; each != null; each = each.before) {
            tasks[each.hops - 1] = each.task;
            System.arraycopy(each.nanos, 0, nanos, (each.hops - 1) * PARTS, PARTS);
        }
        int at = last * PARTS;
        Arrays.fill(nanos, at, at + PARTS, 0);
        link(trace, executed.arrivedBy(), nanos, at);
        nanos[at + EXECUTE] = trace.executeNanos();
        nanos[at + NESTED] = trace.ended() - trace.begun() - trace.executeNanos();
        long parts = way.sum;
        for (int i = at; i < at + PARTS; i++) {
            parts += nanos[i];
        }
        nanos[at + OTHER] = latency - parts;
        tasks[last] = executed.targetTask();
        return last + 1;
    }

    // The methods below are for messages

    Way before() {
        return before;
    }

    int task() {
        return task;
    }

    long nanos(int part) {
        return nanos[part];
    }

    int hops() {
        return hops;
    }

    /** Returns whether it leads from its spout to here by one link. */
    public boolean isOfSpout() {
        return before == null;
    }

    /** Returns whether the spout has set the due time of the tuple. */
    public boolean isDue() {
        return due;
    }

    public long dueNanos() {
        return nanos[DUE];
    }

    /** Returns how many tuples it stands for; 0 if it was not chosen at random. */
    public int weight() {
        return weight;
    }
}
