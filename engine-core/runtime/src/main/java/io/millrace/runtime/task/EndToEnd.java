// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.metrics.LatencyRecorder;
import io.millrace.runtime.tuple.DataTuple;
import java.util.function.LongSupplier;

/**
 * The end-to-end latencies of a task without outputs. Confined to the task's thread. Tuples whose intended time is not
 * known are left out. The clock is read for each tuple, unless the tuples follow each other so fast that the readings
 * would be a large part of the work. Then it is read for one of several tuples, whose latency also counts for the
 * skipped ones before it; those ended at most a few microseconds earlier.
 */
final class EndToEnd {

    /** The time between clock readings: a reading takes about one hundredth of this. */
    private static final long SPACE_NANOS = 3_000;

    private static final int MOST = 16;

    private final LatencyRecorder recorder;
    private final LongSupplier clock;
    private int stride = 1;
    private int passedOver;
    private long last;
    private long lastIntended;

    EndToEnd(LatencyRecorder recorder, LongSupplier clock) {
        this.recorder = recorder;
        this.clock = clock;
    }

    /** A tuple has been executed. */
    void ended(long intendedNanos) {
        if (intendedNanos == DataTuple.UNKNOWN_TIME) {
            return;
        }
        if (passedOver + 1 < stride) {
            passedOver++;
            lastIntended = intendedNanos;
        } else {
            endedAt(clock.getAsLong(), intendedNanos);
        }
    }

    /** A tuple has been executed at this time, which the caller has read. */
    void endedAt(long now, long intendedNanos) {
        if (intendedNanos == DataTuple.UNKNOWN_TIME) {
            return;
        }
        recorder.record(now - intendedNanos, passedOver + 1);
        passedOver = 0;
        long elapsed = now - last;
        last = now;
        if (elapsed < SPACE_NANOS) {
            stride = Math.min(2 * stride, MOST);
        } else if (elapsed > 2 * SPACE_NANOS) {
            stride = Math.max(stride / 2, 1);
        }
    }

    /** Counts the tuples that were skipped last. */
    void finish() {
        if (passedOver > 0) {
            recorder.record(clock.getAsLong() - lastIntended, passedOver);
            passedOver = 0;
            stride = 1;
        }
    }
}
