package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelRoute;
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
        boolean once = sending != null;
        return new MulticastMetrics(
                end.source(),
                end.sourceTask(),
                worker,
                end.sourceRegion(),
                end.targetRegion(),
                end.tasks(),
                end.strategy(),
                once && !end.strategy().equals("direct")
                        ? sending.routes().stream()
                                .filter(ChannelRoute::used)
                                .map(ChannelRoute::name)
                                .toList()
                        : List.of(),
                end.reason(),
                end.switches(),
                once ? sending.setting().batchEvents() : 0,
                once && sending.setting().compressed(),
                once ? sending.predictedNanos() : 0,
                once ? measured(sending, ends) : 0,
                once ? sending.events() : 0,
                once ? sending.batches() : 0,
                once ? sending.resends() : 0,
                once ? sending.keptBytes() : 0,
                once ? sending.bytesPerSecond() : 0,
                once ? sending.moneyPerHour() : 0,
                once ? sending.money() : 0,
                once ? sending.routes() : List.of());
    }

    /** Returns the measured latency of the mean event, which waits for half of the time for which its batch is open. */
    private static long measured(SendingEnd sending, Map<String, ChannelEnds> ends) {
        long slowest = ends.values().stream()
                .flatMap(worker -> worker.receiving().stream())
                .filter(end -> end.channel() == sending.channel())
                .mapToLong(ReceivingEnd::oldestNanos)
                .max()
                .orElse(0);
        return slowest == 0 ? 0 : Math.max(1, slowest - sending.fillNanos() / 2);
    }
}
