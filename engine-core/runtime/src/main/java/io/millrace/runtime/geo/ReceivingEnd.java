// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import java.util.Map;

/**
 * The report of the receiving end of a channel.
 *
 * @param channel number of the channel, the same at both ends
 * @param order order as in {@code topology.geo.order}
 * @param oldestNanos mean time lately from the intended time of a batch's oldest event to its delivery; 0 if it is not
 *     known
 * @param oldestP99Nanos 99th percentile of the same time
 * @param reorderNanos mean time lately for which batches waited for earlier ones
 * @param dropped numbers of events that were late, by cause
 */
public record ReceivingEnd(
        int channel,
        String order,
        long oldestNanos,
        long oldestP99Nanos,
        long reorderNanos,
        Map<String, Long> dropped) {}
