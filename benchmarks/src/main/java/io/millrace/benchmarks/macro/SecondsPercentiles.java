// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The 99th percentile of each second by itself. On a machine that is shared, others take the cores for moments that
 * make the percentiles of a whole measurement; the median second shows what the engine does between them. By the sink's
 * thread.
 */
final class SecondsPercentiles {

    private static final int PERCENTILE = 99;

    /** Two digits, so that what ends a second takes microseconds. */
    private final Histogram second = new Histogram(2);

    private final List<Long> percentiles = new ArrayList<>();

    void record(long nanos) {
        second.recordValue(nanos);
    }

    /** A second is over. */
    void end() {
        if (second.getTotalCount() > 0) {
            percentiles.add(second.getValueAtPercentile(PERCENTILE));
            second.reset();
        }
    }

    /** Forgets the seconds that have ended. */
    void clear() {
        percentiles.clear();
    }

    /** Encodes the values without spaces. */
    String encode() {
        return percentiles.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    /** Decodes what {@link #encode} has said; in nanoseconds. */
    static List<Long> decode(String encoded) {
        String inner = encoded.substring(1, encoded.length() - 1);
        return Stream.of(inner.split(","))
                .filter(one -> !one.isEmpty())
                .map(Long::valueOf)
                .toList();
    }
}
