// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.Figures;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Setting;
import java.util.List;

/**
 * The report of the sending end of a channel.
 *
 * @param channel number of the channel, the same at both ends
 * @param streams streams that the target gets from the source, named without their component
 * @param targetWorker worker of the receiving end
 * @param oracle settings of the channel's oracle
 * @param setting setting by which batches are made
 * @param inputs measurements, with -1 for waits for order that were not measured; null before the first decision
 * @param reason reason of the last decision; empty before the first
 * @param fillNanos mean time lately for which batches were open
 * @param figures figures of the channel that this end knows
 */
public record SendingEnd(
        int channel,
        int sourceTask,
        int targetTask,
        String source,
        String target,
        List<String> streams,
        String sourceRegion,
        String targetWorker,
        String targetRegion,
        OracleSettings oracle,
        Setting setting,
        ChannelInputs inputs,
        String reason,
        long fillNanos,
        Figures<ChannelFigure> figures,
        List<ChannelRoute> routes) {

    /**
     * Returns the latency of the mean event, which waits for half of the time for which its batch is open.
     *
     * @param oldestNanos that of a batch's oldest event; 0 if it is not known, as is the result then
     */
    long measuredNanos(long oldestNanos) {
        return oldestNanos == 0 ? 0 : Math.max(1, oldestNanos - fillNanos / 2);
    }
}
