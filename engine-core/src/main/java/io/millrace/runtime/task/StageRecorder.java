package io.millrace.runtime.task;

import io.millrace.api.metrics.Stage;
import io.millrace.runtime.metrics.InflowCounters;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;

/**
 * Records where a sampled tuple spent its time, when its task has executed it. Confined to the task's thread. Stages
 * that the tuple did not pass are left out. So is the time between two nodes while the offset of their clocks is not known.
 */
final class StageRecorder {

    private final TaskCounters counters;

    StageRecorder(TaskCounters counters) {
        this.counters = counters;
    }

    /**
     * @param begin of {@code execute}
     * @param executeNanos the duration of {@code execute}
     */
    void executed(DataTuple tuple, long begin, long executeNanos) {
        counters.addTimedCall(executeNanos);
        InflowCounters inflow =
                counters.inflow(tuple.stream().component(), tuple.stream().name());
        if (inflow == null) {
            return;
        }
        Trace trace = tuple.trace();
        LinkKind link = tuple.arrivedBy();
        inflow.record(Stage.OUTBOX, trace.offered() - trace.emitted());
        long arrived;
        if (link == LinkKind.DIRECT) {
            arrived = trace.offered();
        } else if (link == LinkKind.QUEUE) {
            inflow.record(Stage.TRANSIT, trace.takenIn() - trace.offered());
            arrived = trace.takenIn();
        } else {
            inflow.record(Stage.ENCODE, trace.written() - trace.offered());
            if (trace.comparable()) {
                inflow.record(Stage.TRANSIT, trace.takenIn() - trace.written());
            }
            inflow.record(Stage.DECODE, trace.decoded() - trace.takenIn());
            arrived = trace.decoded();
        }
        inflow.record(Stage.INBOX, begin - arrived);
        inflow.record(Stage.EXECUTE, executeNanos);
    }
}
