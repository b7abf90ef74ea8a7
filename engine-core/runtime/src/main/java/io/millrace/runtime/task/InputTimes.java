package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.EmitsLater;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import io.millrace.runtime.tuple.Way;

/**
 * Measures the times of a bolt's inputs, as a whole and by stages, and lets emissions go on with the ways of followed
 * inputs. Confined to the task's thread.
 */
final class InputTimes {

    private static final long NEVER = Long.MAX_VALUE;

    private final TaskHost host;
    private final Context context;
    private final ExecuteTimer timer;
    private final StageRecorder stages;

    /** The end-to-end latencies; null if tuples go on from here, or details are not measured. */
    private final EndToEnd endToEnd;

    /** The ways that end here; null if tuples go on from here, or details are not measured. */
    private final SinkWays ways;

    /** The ways that the bolt holds; null if no tuple goes on from here, or details are not measured. */
    private final HeldWays heldWays;

    /** The bolt, if it says by which timers inputs are emitted; else null. */
    private EmitsLater later;

    /** Whether inputs end when the bolt says so, as it holds them. */
    private boolean holdsInputs;

    /** The input with a way that the next emission goes on with, or null. */
    private DataTuple followed;

    InputTimes(TaskHost host, Context context, boolean detailed) {
        TaskCounters counters = context.counters();
        this.host = host;
        this.context = context;
        this.timer = host.executeTimer();
        this.stages = new StageRecorder(counters);
        this.endToEnd =
                counters.endToEnd() == null || !detailed ? null : new EndToEnd(counters.endToEnd(), host::nanoTime);
        this.ways = endToEnd == null ? null : new SinkWays(counters.ways(), host::wallMillis);
        this.heldWays = ways == null && detailed ? new HeldWays() : null;
    }

    void open(Component instance, boolean holds) {
        later = instance instanceof EmitsLater emits ? emits : null;
        holdsInputs = holds;
    }

    /** Counts the tuples that were skipped last. */
    void finish() {
        if (endToEnd != null) {
            endToEnd.finish();
        }
    }

    /**
     * Returns whether {@link #beginTimed} and {@link #endTimed} must be called around the execution of an input,
     * instead of {@link #executed} behind it.
     */
    boolean isTimed(DataTuple input) {
        return input.trace() != null || timer.isRunning();
    }

    /** Begins an execution. The return value must be passed to {@link #endTimed}. */
    long beginTimed(DataTuple input, long now) {
        if (input.trace() != null) {
            input.trace().begin(now);
        }
        return timer.begin();
    }

    /** Ends an execution. */
    void endTimed(DataTuple input, long begun, long outer) {
        long now = host.nanoTime();
        long executeNanos = timer.end(outer, now - begun);
        Trace trace = input.trace();
        if (trace != null) {
            trace.end(now, executeNanos);
            stages.executed(input);
            if (ways != null && trace.way() != null) {
                ways.ended(input, now);
            }
        }
        if (endsByExecution(input)) {
            endToEnd.endedAt(now, input.intendedNanos());
        }
    }

    /** An input was executed that is not timed. */
    void executed(DataTuple input) {
        if (endsByExecution(input)) {
            endToEnd.ended(input.intendedNanos());
        }
    }

    private boolean endsByExecution(DataTuple input) {
        return endToEnd != null && !holdsInputs && input.stream() != Ticks.STREAM;
    }

    /** The bolt has acked an input. */
    void acked(DataTuple input) {
        if (holdsInputs && endToEnd != null) {
            endToEnd.ended(input.intendedNanos());
        }
    }

    /** A call of the bolt begins. */
    void beginCall(DataTuple input) {
        if (input.stream() == Ticks.STREAM) {
            beginWithoutInput(HeldWays.NO_KEY, NEVER);
        } else if (heldWays != null && isFollowed(input)) {
            holdWay(input);
        }
    }

    private static boolean isFollowed(DataTuple input) {
        return input.trace() != null && input.trace().way() != null;
    }

    /** Holds the way of an input, whose result the bolt may emit later. */
    private void holdWay(DataTuple input) {
        long until = later == null ? Long.MIN_VALUE : later.emittedAt(input);
        if (until != EmitsLater.NEVER) {
            Object key = context.currentKey();
            heldWays.add(key == null ? HeldWays.NO_KEY : key, until, input);
        }
    }

    /**
     * A call of the bolt without an input is about to begin, in which it may emit results of earlier inputs.
     *
     * @param millis time of a timer; {@link #NEVER} if the call is not by a timer
     */
    void beginWithoutInput(Object key, long millis) {
        if (heldWays != null && !heldWays.isEmpty()) {
            heldWays.begin(key, millis);
        }
    }

    /** A call of the bolt without an input is about to begin that no timer has asked for. */
    void beginWithoutInput() {
        beginWithoutInput(HeldWays.NO_KEY, NEVER);
    }

    /** A call of the bolt is over. */
    void endCall() {
        if (heldWays != null) {
            heldWays.end();
        }
    }

    /** Returns the input whose way an emission for no input goes on with; null if there is none. */
    DataTuple heldWay() {
        return heldWays == null ? null : heldWays.input();
    }

    /** Sets the input of the next emission; null if it has none. */
    void follow(DataTuple input) {
        followed = input != null && isFollowed(input) ? input : null;
    }

    /** Begins to follow a tuple that is about to be sent, or does not follow it. */
    void trace(DataTuple tuple, StreamCounters stream) {
        long turnStart = host.turnStart();
        if (followed != null
                && tuple.intendedNanos() != DataTuple.UNKNOWN_TIME
                && stream.waySampler().picks(turnStart)) {
            long now = host.nanoTime();
            long sinceIntended = now - tuple.intendedNanos();
            int among = stream.waySampler().weight();
            tuple.follow(new Trace(now, Way.through(followed, now, timer.within(), sinceIntended, among)));
        } else if (stream.sampler().picks(turnStart)) {
            tuple.follow(new Trace(host.nanoTime()));
        }
    }
}
