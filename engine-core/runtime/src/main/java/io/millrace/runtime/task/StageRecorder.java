package io.millrace.runtime.task;

import io.millrace.api.metrics.Stage;
import io.millrace.runtime.metrics.InflowCounters;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import io.millrace.runtime.tuple.Way;

/**
 * Records the time of a sampled tuple in each stage, when its task has executed it. Confined to the task's thread.
 * Stages that the tuple did not pass are left out. So is the time between two nodes while the offset of their clocks is
 * not known.
 */
final class StageRecorder {

    private final TaskCounters counters;

    StageRecorder(TaskCounters counters) {
        this.counters = counters;
    }

    void executed(DataTuple tuple) {
        Trace trace = tuple.trace();
        counters.addTimedCall(trace.executeNanos());
        InflowCounters inflow =
                counters.inflow(tuple.stream().component(), tuple.stream().name());
        if (inflow == null) {
            return;
        }
        LinkKind link = tuple.arrivedBy();
        Way way = trace.way();
        if (way != null && way.isOfSpout() && way.isDue()) {
            inflow.record(Stage.DUE, way.dueNanos());
        }
        inflow.record(Stage.OUTBOX, trace.offered() - trace.emitted());
        if (link == LinkKind.QUEUE) {
            inflow.record(Stage.TRANSIT, trace.takenIn() - trace.offered());
        } else if (link != LinkKind.DIRECT) {
            inflow.record(Stage.ENCODE, trace.written() - trace.offered());
            if (trace.isSentKnown()) {
                inflow.record(Stage.QUEUE, trace.sent() - trace.written());
            }
            if (trace.comparable()) {
                inflow.record(
                        trace.isSentKnown() ? Stage.WIRE : Stage.TRANSIT,
                        trace.takenIn() - (trace.isSentKnown() ? trace.sent() : trace.written()));
            }
            inflow.record(Stage.DECODE, trace.decoded() - trace.takenIn());
        }
        inflow.record(Stage.INBOX, trace.begun() - trace.arrived(link));
        inflow.record(Stage.EXECUTE, trace.executeNanos());
    }
}
