package io.millrace.api.metrics;

import java.util.List;

/**
 * The whole way of one tuple from its spout to a task without outputs. The parts of all steps add up to the latency,
 * which is that from the intended emit time to the end of {@code execute}.
 *
 * @param endedMillis the time at which it ended, in milliseconds since 1970
 * @param weight the number of the topology's ways for which it stands; 0 if it is kept because it was slow
 * @param steps the steps from the spout to the sink
 */
public record Way(long endedMillis, long latencyNanos, double weight, List<WayStep> steps) {

    /** Returns the time of one part in all steps. */
    public long nanos(WayPart part) {
        long sum = 0;
        for (WayStep step : steps) {
            sum += step.nanos(part);
        }
        return sum;
    }
}
