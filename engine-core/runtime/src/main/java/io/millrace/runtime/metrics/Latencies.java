// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Latencies outside metrics memory: as histograms that can be added, as bytes, and as percentiles. */
public final class Latencies {

    /** The precision, finer than the buckets in memory, so that the conversion adds less than 1 % to their error. */
    private static final int SIGNIFICANT_DIGITS = 2;

    private Latencies() {}

    /** Returns an empty histogram of nanoseconds. */
    public static Histogram newHistogram() {
        return new Histogram(1, LatencyBuckets.MAX_NANOS, SIGNIFICANT_DIGITS);
    }

    /** Encodes a histogram; an empty one gives no bytes. */
    public static byte[] encode(Histogram latencies) {
        if (latencies.getTotalCount() == 0) {
            return new byte[0];
        }
        ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), latencies.encodeIntoByteBuffer(buffer));
    }

    /** Decodes the result of {@link #encode}. Throws {@link IllegalArgumentException} if the bytes are not one. */
    public static Histogram decode(byte[] encoded) {
        if (encoded.length == 0) {
            return newHistogram();
        }
        try {
            return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), LatencyBuckets.MAX_NANOS);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(encoded.length + " bytes are not a histogram: " + e.getMessage(), e);
        }
    }

    public static LatencySummary summary(Histogram latencies) {
        if (latencies.getTotalCount() == 0) {
            return LatencySummary.NONE;
        }
        return new LatencySummary(
                latencies.getTotalCount(),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(90),
                latencies.getValueAtPercentile(99),
                latencies.getValueAtPercentile(99.9),
                latencies.getMaxValue());
    }
}
