package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.Figures;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Setting;
import java.util.List;

/**
 * What the sending end of a channel reports.
 *
 * @param channel its number, the same at both ends
 * @param streams that the target gets from the source, named without their component
 * @param targetWorker where the receiving end is
 * @param oracle what it was told
 * @param setting what batches are made by
 * @param inputs what was measured, with -1 for waits for order that were not; null before the first decision
 * @param reason of the last decision, empty before
 * @param fillNanos how long batches were open lately, the mean
 * @param figures those that this end knows
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
