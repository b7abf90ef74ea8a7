package io.millrace.cli.engines;

import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.List;

/** The engines of each task of a topology. */
public final class EngineText {

    private static final double PERCENT = 100;

    private EngineText() {}

    public static List<String> lines(TopologyEngines of) {
        if (of.tasks().isEmpty()) {
            return List.of("no task of '" + of.topology()
                    + "' has engines: no component was added by setEngines, or its workers are not up yet");
        }
        return new Columns<EngineMetrics>()
                .add("COMPONENT", EngineMetrics::component)
                .add("TASK", EngineMetrics::task)
                .add("NODE", task -> task.node().isEmpty() ? "-" : task.node())
                .add("BOUNDS", task -> task.min() + ".." + task.max())
                .add("ENGINES", EngineMetrics::all)
                .add("FREE", EngineMetrics::free)
                .add("BUSY", task -> Math.round(PERCENT * task.busyShare()) + " %")
                .add("SERVICE P50", task -> time(task.service(), task.service().p50Nanos()))
                .add("P99", task -> time(task.service(), task.service().p99Nanos()))
                .add("BY TOKEN", task -> Format.count(task.byToken()))
                .add("BY QUEUE", task -> Format.count(task.byQueue()))
                .add("STARTS", task -> Format.count(task.starts()))
                .add("DEATHS", task -> Format.count(task.deaths()))
                .add("DEAD MESSAGES", task -> Format.count(task.deadMessages()))
                .lines(of.tasks());
    }

    private static String time(LatencySummary service, long nanos) {
        return service.count() == 0 ? "-" : Format.nanos(nanos);
    }
}
