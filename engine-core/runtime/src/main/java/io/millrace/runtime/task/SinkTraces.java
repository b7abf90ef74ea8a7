// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.metrics.TraceRecorder;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import java.util.function.LongSupplier;

/**
 * Gives the traces that end in a task without outputs to the recorder, which keeps some. Confined to the task's thread.
 */
final class SinkTraces {

    private final TraceRecorder recorder;
    private final LongSupplier wallMillis;
    private final int[] tasks = new int[Trace.MOST_HOPS];
    private final long[] nanos = new long[Trace.MOST_HOPS * Trace.PARTS];

    SinkTraces(TraceRecorder recorder, LongSupplier wallMillis) {
        this.recorder = recorder;
        this.wallMillis = wallMillis;
    }

    /** A tuple with a trace has been executed. */
    void ended(DataTuple tuple, long now) {
        if (tuple.intendedNanos() == DataTuple.UNKNOWN_TIME) {
            return;
        }
        long latency = now - tuple.intendedNanos();
        int weight = tuple.stageTimes().trace().weight();
        if (recorder.wants(now, latency, weight > 0)) {
            int hops = Trace.finish(tuple, latency, tasks, nanos);
            recorder.keep(wallMillis.getAsLong(), latency, weight, hops, tasks, nanos);
        }
    }
}
