// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.metrics.TracePart;
import io.millrace.runtime.metrics.LinkKind;
import java.util.Arrays;

/**
 * The trace of a followed tuple so far: the tasks from the spout to the one that emitted it, and the parts of the time
 * of each. Immutable; each tuple adds one hop to the trace of the input that it was emitted for. A hop holds the time
 * of the link to its task and of the task itself, so that all parts add up to the time from the intended to the real
 * emission.
 */
public final class Trace {

    /** The most hops of a trace, with the sink's. In a longer trace, the hops between first and last are one hop. */
    public static final int MOST_HOPS = 10;

    public static final int PARTS = TracePart.values().length;

    /** The task of a hop that stands for several. */
    public static final int MIDDLE = 0;

    private static final int DUE = TracePart.DUE.ordinal();
    private static final int OUTBOX = TracePart.OUTBOX.ordinal();
    private static final int ENCODE = TracePart.ENCODE.ordinal();
    private static final int TRANSIT = TracePart.TRANSIT.ordinal();
    private static final int QUEUE = TracePart.QUEUE.ordinal();
    private static final int WIRE = TracePart.WIRE.ordinal();
    private static final int DECODE = TracePart.DECODE.ordinal();
    private static final int INBOX = TracePart.INBOX.ordinal();
    private static final int EXECUTE = TracePart.EXECUTE.ordinal();
    private static final int NESTED = TracePart.NESTED.ordinal();
    private static final int OTHER = TracePart.OTHER.ordinal();

    /** The trace up to the hop before; null at the spout. */
    private final Trace before;

    private final int task;
    private final int hops;
    private final int weight;
    private final boolean due;

    /** The nanoseconds of the last hop, by {@link TracePart}. */
    private final long[] nanos;

    /** The nanoseconds of all hops. */
    private final long sum;

    Trace(Trace before, int task, int weight, boolean due, long[] nanos) {
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
     * Begins a trace at a spout.
     *
     * @param sinceIntended time from the intended time to the emission
     * @param isDue whether the spout has set the due time of the tuple
     * @param weight number of tuples it stands for; 0 if it was not chosen at random
     */
    public static Trace from(int spout, long sinceIntended, boolean isDue, int weight) {
        long[] nanos = new long[PARTS];
        nanos[isDue ? DUE : OTHER] = sinceIntended;
        return new Trace(null, spout, weight, isDue, nanos);
    }

    /**
     * Adds the hop of a bolt that emits for an input with a trace.
     *
     * @param nested time of other bolts within the call of {@code execute} that has not ended
     * @param sinceIntended time from the intended time of the emission to now
     * @param among number of emissions with a trace among which it was picked
     */
    public static Trace through(DataTuple input, long now, long nested, long sinceIntended, int among) {
        long[] nanos = new long[PARTS];
        StageTimes times = input.stageTimes();
        Trace known = times.trace().shortened();
        boolean running = times.ended() == StageTimes.NOT_YET;
        long executed = running ? now - times.begun() - nested : times.executeNanos();
        long inCall = running ? now - times.begun() : times.ended() - times.begun();
        link(times, input.arrivedBy(), nanos, 0);
        nanos[EXECUTE] = executed;
        nanos[NESTED] = inCall - executed;
        return closed(known, input.targetTask(), nanos, sinceIntended, among);
    }

    /** Closes a trace: the rest of the time since the intended one belongs to the last hop. */
    private static Trace closed(Trace known, int task, long[] nanos, long sinceIntended, int among) {
        long parts = known.sum;
        for (long each : nanos) {
            parts += each;
        }
        nanos[OTHER] = sinceIntended - parts;
        int weight = (int) Math.min(Integer.MAX_VALUE, (long) known.weight * among);
        return new Trace(known, task, weight, false, nanos);
    }

    /** Shortens the trace so that it has room for a bolt and for the sink behind it. */
    private Trace shortened() {
        if (hops < MOST_HOPS - 1) {
            return this;
        }
        // The last two hops become one; the first of them stands for several if this has been done before
        Trace head = before.before;
        long[] middle = new long[PARTS];
        middle[OTHER] = sum - head.sum;
        return new Trace(head, MIDDLE, weight, false, middle);
    }

    private static void link(StageTimes times, LinkKind link, long[] nanos, int at) {
        nanos[at + OUTBOX] = times.offered() - times.emitted();
        switch (link) {
            case DIRECT -> {}
            case QUEUE -> nanos[at + TRANSIT] = times.takenIn() - times.offered();
            case RING, NET -> {
                nanos[at + ENCODE] = times.written() - times.offered();
                if (times.sent() == StageTimes.NOT_YET) {
                    nanos[at + TRANSIT] = times.takenIn() - times.written();
                } else {
                    nanos[at + QUEUE] = times.sent() - times.written();
                    nanos[at + WIRE] = times.takenIn() - times.sent();
                }
                nanos[at + DECODE] = times.decoded() - times.takenIn();
            }
        }
        nanos[at + INBOX] = times.begun() - times.arrived(link);
    }

    /**
     * Writes the whole trace of a tuple that a sink has executed.
     *
     * @param latency time from the intended time to the end of {@code execute}
     * @param tasks task of each hop
     * @param nanos {@link #PARTS} values of each hop
     * @return number of hops
     */
    public static int finish(DataTuple executed, long latency, int[] tasks, long[] nanos) {
        StageTimes times = executed.stageTimes();
        Trace trace = times.trace();
        int last = trace.hops;
        for (Trace each = trace; each != null; each = each.before) {
            tasks[each.hops - 1] = each.task;
            System.arraycopy(each.nanos, 0, nanos, (each.hops - 1) * PARTS, PARTS);
        }
        int at = last * PARTS;
        Arrays.fill(nanos, at, at + PARTS, 0);
        link(times, executed.arrivedBy(), nanos, at);
        nanos[at + EXECUTE] = times.executeNanos();
        nanos[at + NESTED] = times.ended() - times.begun() - times.executeNanos();
        long parts = trace.sum;
        for (int i = at; i < at + PARTS; i++) {
            parts += nanos[i];
        }
        nanos[at + OTHER] = latency - parts;
        tasks[last] = executed.targetTask();
        return last + 1;
    }

    // The methods below are for messages

    Trace before() {
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
