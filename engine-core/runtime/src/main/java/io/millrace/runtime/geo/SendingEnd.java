package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelRoute;
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
 * @param predictedNanos latency of the mean event; -1 if the channel lacks the capacity, 0 before the first decision
 * @param predictedP99Nanos 99th percentile of the latency, as {@code predictedNanos}
 * @param reason reason of the last decision; empty before the first
 * @param fillNanos mean time lately for which batches were open
 * @param keptBytes bytes that wait for their acknowledgement
 * @param money money that was spent since the channel was opened
 * @param bytesPerSecond bytes that left lately
 * @param moneyPerHour money that was spent lately
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
