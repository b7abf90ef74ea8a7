// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.api.config.StreamOrders;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.Figures;
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
                from.reason(),
                to == null ? from.figures() : measured(from, to),
                to == null ? Map.of() : to.dropped(),
                from.routes());
    }

    private static Figures<ChannelFigure> measured(SendingEnd from, ReceivingEnd to) {
        return from.figures()
                .with(ChannelFigure.MEASURED_NANOS, from.measuredNanos(to.oldestNanos()))
                .with(ChannelFigure.MEASURED_P99_NANOS, to.oldestNanos() == 0 ? 0 : to.oldestP99Nanos())
                .with(ChannelFigure.REORDER_NANOS, to.reorderNanos());
    }
}
