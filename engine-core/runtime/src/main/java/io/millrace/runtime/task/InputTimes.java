// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.EmitsLater;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.Trace;

/**
 * Measures the times of a bolt's inputs, as a whole and by stages, and lets emissions go on with the traces of followed
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

    /** The traces that end here; null if tuples go on from here, or details are not measured. */
    private final SinkTraces traces;

    /** The traces that the bolt holds; null if no tuple goes on from here, or details are not measured. */
    private final DeferredTraces deferredTraces;

    /** The bolt, if it says by which timers inputs are emitted; else null. */
    private EmitsLater later;

    /** Whether inputs end when the bolt says so, as it holds them. */
    private boolean buffersInputs;

    /** The input with a trace that the next emission goes on with, or null. */
    private DataTuple followed;

    InputTimes(TaskHost host, Context context, boolean detailed) {
        TaskCounters counters = context.counters();
        this.host = host;
        this.context = context;
        this.timer = host.executeTimer();
        this.stages = new StageRecorder(counters);
        this.endToEnd =
                counters.endToEnd() == null || !detailed ? null : new EndToEnd(counters.endToEnd(), host::nanoTime);
        this.traces = endToEnd == null ? null : new SinkTraces(counters.traces(), host::wallMillis);
        this.deferredTraces = traces == null && detailed ? new DeferredTraces() : null;
    }

    void open(Component instance, boolean holds) {
        later = instance instanceof EmitsLater emits ? emits : null;
        buffersInputs = holds;
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
        return input.stageTimes() != null || timer.isRunning();
    }

    /** Begins an execution. The return value must be passed to {@link #endTimed}. */
    long beginTimed(DataTuple input, long now) {
        if (input.stageTimes() != null) {
            input.stageTimes().begin(now);
        }
        return timer.begin();
    }

    /** Ends an execution. */
    void endTimed(DataTuple input, long begun, long outer) {
        long now = host.nanoTime();
        long executeNanos = timer.end(outer, now - begun);
        StageTimes times = input.stageTimes();
        if (times != null) {
            times.end(now, executeNanos);
            stages.executed(input);
            if (traces != null && times.trace() != null) {
                traces.ended(input, now);
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
        return endToEnd != null && !buffersInputs && input.stream() != Ticks.STREAM;
    }

    /** The bolt has acked an input. */
    void acked(DataTuple input) {
        if (buffersInputs && endToEnd != null) {
            endToEnd.ended(input.intendedNanos());
        }
    }

    /** A call of the bolt begins. */
    void beginCall(DataTuple input) {
        if (input.stream() == Ticks.STREAM) {
            beginWithoutInput(DeferredTraces.NO_KEY, NEVER);
        } else if (deferredTraces != null && isFollowed(input)) {
            deferTrace(input);
        }
    }

    private static boolean isFollowed(DataTuple input) {
        return input.stageTimes() != null && input.stageTimes().trace() != null;
    }

    /** Holds the trace of an input, whose result the bolt may emit later. */
    private void deferTrace(DataTuple input) {
        long until = later == null ? Long.MIN_VALUE : later.emittedAt(input);
        if (until != EmitsLater.NEVER) {
            Object key = context.currentKey();
            deferredTraces.add(key == null ? DeferredTraces.NO_KEY : key, until, input);
        }
    }

    /**
     * A call of the bolt without an input is about to begin, in which it may emit results of earlier inputs.
     *
     * @param millis time of a timer; {@link #NEVER} if the call is not by a timer
     */
    void beginWithoutInput(Object key, long millis) {
        if (deferredTraces != null && !deferredTraces.isEmpty()) {
            deferredTraces.begin(key, millis);
        }
    }

    /** A call of the bolt without an input is about to begin that no timer has asked for. */
    void beginWithoutInput() {
        beginWithoutInput(DeferredTraces.NO_KEY, NEVER);
    }

    /** A call of the bolt is over. */
    void endCall() {
        if (deferredTraces != null) {
            deferredTraces.end();
        }
    }

    /** Returns the input whose trace an emission for no input goes on with; null if there is none. */
    DataTuple deferredTrace() {
        return deferredTraces == null ? null : deferredTraces.input();
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
                && stream.traceSampler().picks(turnStart)) {
            long now = host.nanoTime();
            long sinceIntended = now - tuple.intendedNanos();
            int among = stream.traceSampler().weight();
            tuple.follow(new StageTimes(now, Trace.through(followed, now, timer.within(), sinceIntended, among)));
        } else if (stream.sampler().picks(turnStart)) {
            tuple.follow(new StageTimes(host.nanoTime()));
        }
    }
}
