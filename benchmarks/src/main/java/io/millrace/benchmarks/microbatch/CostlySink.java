// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.Tuple;
import java.util.List;

/**
 * A sink whose calls take 200 us, and 0.1 us for each record. It works all of that time. Its calls are those of one
 * thread.
 */
final class CostlySink {

    static final long CALL_NANOS = 200_000;
    static final double RECORD_NANOS = 100;

    /** Latencies of a batch that are recorded, each for its share of the batch. */
    private static final int SAMPLES = 64;

    private CostlySink() {}

    static void take(List<Tuple> records) {
        int size = records.size();
        long end = System.nanoTime() + CALL_NANOS + (long) (RECORD_NANOS * size);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        Arrivals arrivals = Arrivals.current();
        long now = System.nanoTime();
        int step = (size + SAMPLES - 1) / SAMPLES;
        for (int i = 0; i < size; i += step) {
            arrivals.record(now, now - records.get(i).intendedNanos(now), Math.min(step, size - i));
        }
    }
}
