// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallTest {

    private static final long SAMPLE = 20_000_000;

    @Test
    void isRecoveredAtOnceIfTheRateIsThere() {
        assertThat(Stall.recovery(ramp(0), times(), 1_000)).isZero();
    }

    @Test
    void isRecoveredWhenNoLaterWindowIsSlow() {
        // Nothing for a second; a window of half a second has four fifths of the rate 0.4 s after that
        assertThat(Stall.recovery(ramp(50), times(), 1_000)).isBetween(1.3, 1.45);
    }

    private static long[] times() {
        long[] times = new long[200];
        for (int i = 0; i < times.length; i++) {
            times[i] = i * SAMPLE;
        }
        return times;
    }

    /** Bytes at a thousand a second, from this sample on. */
    private static long[] ramp(int from) {
        long[] bytes = new long[200];
        for (int i = from; i < bytes.length; i++) {
            bytes[i] = (i - from) * 20L;
        }
        return bytes;
    }
}
