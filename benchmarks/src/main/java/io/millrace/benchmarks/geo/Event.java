// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The bytes of an event, little-endian.
 *
 * <pre>
 *  0        8          16      20
 *  +--------+----------+-------+-----------+
 *  | number | intended | phase | padding   |
 *  +--------+----------+-------+-----------+
 * </pre>
 */
final class Event {

    static final int NUMBER = 0;
    /** The time on the machine's monotonic clock, which all hosts share. */
    static final int INTENDED = 8;
    /** The index of the phase, or {@link #END} or {@link #PAUSE}. */
    static final int PHASE = 16;

    static final int LEAST_BYTES = 20;

    /** The last one. */
    static final int END = -1;
    /** Belongs to no phase. */
    static final int PAUSE = -2;

    private Event() {}

    /** Allocates an event with padding that no codec makes shorter. */
    static ByteBuffer allocate(int bytes) {
        if (bytes < LEAST_BYTES) {
            throw new IllegalArgumentException("an event of " + bytes + " bytes: it needs " + LEAST_BYTES);
        }
        ByteBuffer event = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        new SplittableRandom(bytes).nextBytes(event.array());
        return event;
    }
}
