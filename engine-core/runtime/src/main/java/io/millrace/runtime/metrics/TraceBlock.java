// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.TracePart;

/**
 * The layout of the traces that end in the tasks of one component in one executor. It has a window for each of the last
 * periods of ten seconds, which are used in turn.
 *
 * <pre>
 *      0 +----------------------------------------------------------------+
 *        | unused (64)                                                    |
 *        +----------------------------------------------------------------+
 *        | window *:                                                      |
 *        |    0  number: time / 10 s (8); CLEARING while it is emptied    |
 *        |    8  traces of the random choice that have ended (8)         |
 *        |   16  random traces kept (8) | slowest traces kept (8)       |
 *        |   32  random trace * 256                                       |
 *        |   ..  slowest trace * 32                                       |
 *        +----------------------------------------------------------------+
 *
 *        trace:
 *           0  number of the trace * 2; odd while the trace is written (8)
 *           8  end in milliseconds since 1970 (8)
 *          16  latency in nanoseconds (8)
 *          24  hops (4) | weight (4); 0 if it was not chosen at random
 *          32  hop * 10: task (4), nanoseconds of each TracePart (float * 11)
 * </pre>
 *
 * The random traces of a window are a uniform choice of the traces that have ended in it.
 */
final class TraceBlock {

    static final long WINDOW_NANOS = 10_000_000_000L;
    static final int WINDOWS = 6;
    static final int RANDOM_TRACES = 256;
    static final int SLOWEST_TRACES = 32;
    static final int MOST_HOPS = 10;
    static final int PARTS = TracePart.values().length;

    static final long CLEARING = Long.MIN_VALUE;

    static final int NUMBER = 0;
    static final int ENDED_RANDOM = 8;
    static final int KEPT_RANDOM = 16;
    static final int KEPT_SLOWEST = 24;
    static final int TRACES = 32;

    static final int TRACE_NUMBER = 0;
    static final int TRACE_MILLIS = 8;
    static final int TRACE_LATENCY = 16;
    static final int TRACE_HOPS = 24;
    static final int TRACE_HOP = 32;
    static final int HOP_BYTES = Integer.BYTES + PARTS * Float.BYTES;
    static final int TRACE_BYTES = TRACE_HOP + MOST_HOPS * HOP_BYTES;

    static final int HEAD_BYTES = 64;
    static final int WINDOW_BYTES = TRACES + (RANDOM_TRACES + SLOWEST_TRACES) * TRACE_BYTES;
    static final int STRIDE = MetricsDescriptor.align(HEAD_BYTES + WINDOWS * WINDOW_BYTES);

    private TraceBlock() {}

    static int window(int block, long number) {
        return block + HEAD_BYTES + (int) Math.floorMod(number, (long) WINDOWS) * WINDOW_BYTES;
    }

    static int randomTrace(int window, int index) {
        return window + TRACES + index * TRACE_BYTES;
    }

    static int slowestTrace(int window, int index) {
        return randomTrace(window, RANDOM_TRACES + index);
    }
}
