package io.millrace.runtime.metrics;

import io.millrace.api.metrics.WayPart;

/**
 * The layout of the ways that end in the tasks of one component in one executor. It has a window for each of the last
 * periods of ten seconds, which are used in turn.
 *
 * <pre>
 *      0 +----------------------------------------------------------------+
 *        | unused (64)                                                    |
 *        +----------------------------------------------------------------+
 *        | window *:                                                      |
 *        |    0  number: time / 10 s (8); CLEARING while it is emptied    |
 *        |    8  ways of the random choice that have ended (8)            |
 *        |   16  random ways kept (8) | slowest ways kept (8)             |
 *        |   32  random way * 256                                         |
 *        |   ..  slowest way * 32                                         |
 *        +----------------------------------------------------------------+
 *
 *        way:
 *           0  number of the way * 2; odd while the way is written (8)
 *           8  end in milliseconds since 1970 (8)
 *          16  latency in nanoseconds (8)
 *          24  hops (4) | weight (4); 0 if it was not chosen at random
 *          32  hop * 10: task (4), nanoseconds of each WayPart (float * 11)
 * </pre>
 *
 * The random ways of a window are a uniform choice of the ways that have ended in it.
 */
final class WayBlock {

    static final long WINDOW_NANOS = 10_000_000_000L;
    static final int WINDOWS = 6;
    static final int RANDOM_WAYS = 256;
    static final int SLOWEST_WAYS = 32;
    static final int MOST_HOPS = 10;
    static final int PARTS = WayPart.values().length;

    static final long CLEARING = Long.MIN_VALUE;

    static final int NUMBER = 0;
    static final int ENDED_RANDOM = 8;
    static final int KEPT_RANDOM = 16;
    static final int KEPT_SLOWEST = 24;
    static final int WAYS = 32;

    static final int WAY_NUMBER = 0;
    static final int WAY_MILLIS = 8;
    static final int WAY_LATENCY = 16;
    static final int WAY_HOPS = 24;
    static final int WAY_HOP = 32;
    static final int HOP_BYTES = Integer.BYTES + PARTS * Float.BYTES;
    static final int WAY_BYTES = WAY_HOP + MOST_HOPS * HOP_BYTES;

    static final int HEAD_BYTES = 64;
    static final int WINDOW_BYTES = WAYS + (RANDOM_WAYS + SLOWEST_WAYS) * WAY_BYTES;
    static final int STRIDE = MetricsDescriptor.align(HEAD_BYTES + WINDOWS * WINDOW_BYTES);

    private WayBlock() {}

    static int window(int block, long number) {
        return block + HEAD_BYTES + (int) Math.floorMod(number, (long) WINDOWS) * WINDOW_BYTES;
    }

    static int randomWay(int window, int index) {
        return window + WAYS + index * WAY_BYTES;
    }

    static int slowestWay(int window, int index) {
        return randomWay(window, RANDOM_WAYS + index);
    }
}
