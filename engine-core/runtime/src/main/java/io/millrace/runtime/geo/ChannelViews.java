package io.millrace.runtime.geo;

import io.millrace.api.config.StreamOrders;
import io.millrace.api.metrics.ChannelMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Joins the reports of the two ends of each channel into one view. Stateless. */
public final class ChannelViews {

    private ChannelViews() {}

    /**
     * Returns the channels that send, in the order of their tasks.
     *
     * @param ends ends of channels, by worker
     */
    public static List<ChannelMetrics> of(Map<String, ChannelEnds> ends) {
        List<ChannelMetrics> channels = new ArrayList<>();
        ends.forEach((worker, own) ->
                own.sending().forEach(sending -> channels.add(view(worker, sending, receiving(ends, sending)))));
        channels.sort(Comparator.comparingInt(ChannelMetrics::sourceTask).thenComparingInt(ChannelMetrics::targetTask));
        return List.copyOf(channels);
    }

    /** Returns the receiving end; null if it has not reported. */
    private static ReceivingEnd receiving(Map<String, ChannelEnds> ends, SendingEnd sending) {
        return ends.getOrDefault(sending.targetWorker(), ChannelEnds.NONE).receiving().stream()
                .filter(end -> end.channel() == sending.channel())
                .findFirst()
                .orElse(null);
    }

    private static ChannelMetrics view(String worker, SendingEnd from, ReceivingEnd to) {
        boolean measured = to != null && to.oldestNanos() > 0;
        return new ChannelMetrics(
                from.streams().stream()
                        .map(stream -> StreamOrders.name(from.source(), stream))
                        .toList(),
                from.source(),
                from.sourceTask(),
                worker,
                from.sourceRegion(),
                from.target(),
                from.targetTask(),
                from.targetWorker(),
                from.targetRegion(),
                to == null ? "" : to.order(),
                from.oracle().model(),
                from.oracle().objective().toLowerCase(Locale.ROOT),
                from.setting().batchEvents(),
                from.setting().routes(),
                from.setting().compressed(),
                from.reason(),
                from.inputs() == null ? 0 : from.inputs().eventsPerSecond(),
                from.inputs() == null ? 0 : from.inputs().eventBytes(),
                from.predictedNanos(),
                from.predictedP99Nanos(),
                // The mean event waits for half of the time for which its batch is open
                measured ? Math.max(1, to.oldestNanos() - from.fillNanos() / 2) : 0,
                measured ? to.oldestP99Nanos() : 0,
                to == null ? 0 : to.reorderNanos(),
                from.events(),
                from.batches(),
                from.resends(),
                from.keptBytes(),
                from.bytesPerSecond(),
                from.moneyPerHour(),
                from.money(),
                to == null ? Map.of() : to.dropped(),
                from.routes());
    }
}
