// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.util.Arrays;

/**
 * The ends of measured objects in a scratch buffer. Objects are measured in the order in which they are written.
 * Confined to the codec's thread.
 */
final class MeasuredEnds {

    private int[] ends = new int[8];
    private int measured;
    private int written;

    void startMeasuring() {
        measured = 0;
        written = 0;
    }

    void startWriting() {
        written = 0;
    }

    void add(int end) {
        if (measured == ends.length) {
            ends = Arrays.copyOf(ends, 2 * measured);
        }
        ends[measured++] = end;
    }

    /** Returns where the next measured object starts. */
    int start() {
        if (written == measured) {
            throw new CodecException(
                    "a list or map changed while it was encoded: do not change values after emitting them");
        }
        return written == 0 ? 0 : ends[written - 1];
    }

    /** Returns the length of the next measured object and moves on to the one behind it. */
    int takeLength() {
        int start = start();
        return ends[written++] - start;
    }
}
