package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelRoute;
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
 * @param predictedNanos of the mean event; -1 if the channel has not the capacity, 0 before the first decision
 * @param predictedP99Nanos as {@code predictedNanos}, for 99 of 100 events
 * @param reason of the last decision, empty before
 * @param fillNanos how long batches were open lately, the mean
 * @param keptBytes that wait for their acknowledgement
 * @param money that was spent since the channel was opened
 * @param bytesPerSecond that left lately
 * @param moneyPerHour that was spent lately
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
        long predictedNanos,
        long predictedP99Nanos,
        String reason,
        long fillNanos,
        long events,
        long batches,
        long resends,
        long keptBytes,
        double money,
        double bytesPerSecond,
        double moneyPerHour,
        List<ChannelRoute> routes) {}
