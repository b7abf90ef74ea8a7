// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.metrics.Stage;
import io.millrace.runtime.metrics.InflowCounters;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.Trace;

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
        StageTimes times = tuple.stageTimes();
        counters.addTimedCall(times.executeNanos());
        InflowCounters inflow =
                counters.inflow(tuple.stream().component(), tuple.stream().name());
        if (inflow == null) {
            return;
        }
        LinkKind link = tuple.arrivedBy();
        Trace trace = times.trace();
        if (trace != null && trace.isOfSpout() && trace.isDue()) {
            inflow.record(Stage.DUE, trace.dueNanos());
        }
        inflow.record(Stage.OUTBOX, times.offered() - times.emitted());
        if (link == LinkKind.QUEUE) {
            inflow.record(Stage.TRANSIT, times.takenIn() - times.offered());
        } else if (link != LinkKind.DIRECT) {
            inflow.record(Stage.ENCODE, times.written() - times.offered());
            if (times.isSentKnown()) {
                inflow.record(Stage.QUEUE, times.sent() - times.written());
            }
            if (times.comparable()) {
                inflow.record(
                        times.isSentKnown() ? Stage.WIRE : Stage.TRANSIT,
                        times.takenIn() - (times.isSentKnown() ? times.sent() : times.written()));
            }
            inflow.record(Stage.DECODE, times.decoded() - times.takenIn());
        }
        inflow.record(Stage.INBOX, times.begun() - times.arrived(link));
        inflow.record(Stage.EXECUTE, times.executeNanos());
    }
}
