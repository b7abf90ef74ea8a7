package io.millrace.runtime.geo;

import java.util.Map;

/**
 * What the receiving end of a channel reports.
 *
 * @param channel its number, the same at both ends
 * @param order as {@code topology.geo.order} has it
 * @param oldestNanos from the intended time of a batch's oldest event to its delivery lately, the mean; 0 if it is not known
 * @param oldestP99Nanos the 99th percentile of that
 * @param reorderNanos how long batches waited for earlier ones lately, the mean
 * @param dropped events that were late, by cause
 */
public record ReceivingEnd(
        int channel,
        String order,
        long oldestNanos,
        long oldestP99Nanos,
        long reorderNanos,
        Map<String, Long> dropped) {}
