package io.millrace.runtime.task;

import io.millrace.runtime.metrics.WayRecorder;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Way;
import java.util.function.LongSupplier;

/**
 * Gives the ways that end in a task without outputs to the recorder, which keeps some. Confined to the task's thread.
 */
final class SinkWays {

    private final WayRecorder recorder;
    private final LongSupplier wallMillis;
    private final int[] tasks = new int[Way.MOST_HOPS];
    private final long[] nanos = new long[Way.MOST_HOPS * Way.PARTS];

    SinkWays(WayRecorder recorder, LongSupplier wallMillis) {
        this.recorder = recorder;
        this.wallMillis = wallMillis;
    }

    /** A tuple with a way has been executed. */
    void ended(DataTuple tuple, long now) {
        if (tuple.intendedNanos() == DataTuple.UNKNOWN_TIME) {
            return;
        }
        long latency = now - tuple.intendedNanos();
        int weight = tuple.trace().way().weight();
        if (recorder.wants(now, latency, weight > 0)) {
            int hops = Way.finish(tuple, latency, tasks, nanos);
            recorder.keep(wallMillis.getAsLong(), latency, weight, hops, tasks, nanos);
        }
    }
}
