package io.millrace.runtime.task;

import io.millrace.runtime.metrics.LatencyRecorder;
import java.util.function.LongSupplier;

/**
 * End-to-end latencies of a task without outputs; on its thread. The clock is read for each tuple, unless they follow each
 * other so fast that this would be a good part of the work: then for one of several, whose latency counts for those
 * before it that were passed over, and they have ended within a few microseconds before it.
 */
final class EndToEnd {

    /** A reading in this time is about one hundredth of it. */
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
        if (passedOver + 1 < stride) {
            passedOver++;
            lastIntended = intendedNanos;
        } else {
            endedAt(clock.getAsLong(), intendedNanos);
        }
    }

    /** The same, when the clock has been read anyway. */
    void endedAt(long now, long intendedNanos) {
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

    /** Counts what was passed over last, so that none is left out. */
    void finish() {
        if (passedOver > 0) {
            recorder.record(clock.getAsLong() - lastIntended, passedOver);
            passedOver = 0;
            stride = 1;
        }
    }
}
