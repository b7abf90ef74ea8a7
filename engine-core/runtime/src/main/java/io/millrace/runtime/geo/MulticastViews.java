// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.MulticastFigure;
import io.millrace.api.metrics.MulticastMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Makes views of copies for several tasks from the reports of both ends. Stateless. */
public final class MulticastViews {

    private MulticastViews() {}

    /**
     * Returns the copies in the order of their source tasks.
     *
     * @param ends ends of channels, by worker
     */
    public static List<MulticastMetrics> of(Map<String, ChannelEnds> ends) {
        List<MulticastMetrics> all = new ArrayList<>();
        ends.forEach((worker, own) -> own.multicasts().forEach(end -> all.add(view(worker, end, ends))));
        all.sort(Comparator.comparingInt(MulticastMetrics::sourceTask).thenComparing(MulticastMetrics::targetRegion));
        return List.copyOf(all);
    }

    private static MulticastMetrics view(String worker, MulticastEnd end, Map<String, ChannelEnds> ends) {
        SendingEnd sending = end.sending();
        List<ChannelRoute> routes = sending == null ? List.of() : sending.routes();
        return new MulticastMetrics(
                end.source(),
                end.sourceTask(),
                worker,
                end.sourceRegion(),
                end.targetRegion(),
                end.tasks(),
                end.strategy(),
                end.strategy().equals("direct")
                        ? List.of()
                        : routes.stream()
                                .filter(ChannelRoute::used)
                                .map(ChannelRoute::name)
                                .toList(),
                end.reason(),
                figures(end, ends),
                routes);
    }

    private static Figures<MulticastFigure> figures(MulticastEnd end, Map<String, ChannelEnds> ends) {
        Figures<MulticastFigure> none =
                Figures.none(MulticastFigure.class).with(MulticastFigure.SWITCHES, end.switches());
        SendingEnd sending = end.sending();
        return sending == null
                ? none
                : none.withAll(sending.figures())
                        .with(MulticastFigure.MEASURED_NANOS, sending.measuredNanos(slowest(sending, ends)));
    }

    private static long slowest(SendingEnd sending, Map<String, ChannelEnds> ends) {
        return ends.values().stream()
                .flatMap(worker -> worker.receiving().stream())
                .filter(end -> end.channel() == sending.channel())
                .mapToLong(ReceivingEnd::oldestNanos)
                .max()
                .orElse(0);
    }
}
