// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The whole trace of one tuple from its spout to a task without outputs. The parts of all spans add up to the latency,
 * which is that from the intended emit time to the end of {@code execute}.
 *
 * @param endedMillis the time at which it ended, in milliseconds since 1970
 * @param weight the number of the topology's traces for which it stands; 0 if it is kept because it was slow
 * @param spans the spans from the spout to the sink
 */
public record Trace(long endedMillis, long latencyNanos, double weight, List<TraceSpan> spans) {

    /** Returns the time of one part in all spans. */
    public long nanos(TracePart part) {
        long sum = 0;
        for (TraceSpan span : spans) {
            sum += span.nanos(part);
        }
        return sum;
    }
}
