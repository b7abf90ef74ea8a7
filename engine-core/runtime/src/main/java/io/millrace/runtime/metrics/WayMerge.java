package io.millrace.runtime.metrics;

import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyWays;
import io.millrace.api.metrics.Way;
import io.millrace.api.metrics.WayPart;
import io.millrace.api.metrics.WayStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the ways of a topology's workers together, with the names of their components. Stateless. */
public final class WayMerge {

    private static final int SECONDS = (int) (WayBlock.WINDOWS * WayBlock.WINDOW_NANOS / 1_000_000_000);
    private static final WayPart[] PARTS = WayPart.values();

    private WayMerge() {}

    /**
     * Returns the ways in the order of their ends.
     *
     * @param metrics metrics of the topology, which tell where each task runs
     */
    public static TopologyWays merge(TopologyMetrics metrics, List<WayRecord> records) {
        Map<Integer, TaskMetrics> tasks = new HashMap<>();
        metrics.tasks().forEach(task -> tasks.put(task.task(), task));
        List<Way> ways = new ArrayList<>();
        for (WayRecord each : WayLimit.of(records)) {
            ways.add(way(each, tasks));
        }
        ways.sort(Comparator.comparingLong(Way::endedMillis));
        return new TopologyWays(metrics.topology(), SECONDS, metrics.clockErrorNanos(), List.copyOf(ways));
    }

    private static Way way(WayRecord way, Map<Integer, TaskMetrics> tasks) {
        List<WayStep> steps = new ArrayList<>();
        for (int hop = 0; hop < way.tasks().size(); hop++) {
            int task = way.tasks().get(hop);
            TaskMetrics known = tasks.get(task);
            Map<String, Long> nanos = new LinkedHashMap<>();
            for (WayPart part : PARTS) {
                long value = way.nanos().get(hop * PARTS.length + part.ordinal());
                if (value != 0) {
                    nanos.put(part.name(), value);
                }
            }
            steps.add(new WayStep(
                    task == 0 ? "" : known == null ? "task " + task : known.component(),
                    task,
                    known == null ? "" : known.worker(),
                    nanos));
        }
        return new Way(way.endedMillis(), way.latencyNanos(), way.weight(), List.copyOf(steps));
    }
}
