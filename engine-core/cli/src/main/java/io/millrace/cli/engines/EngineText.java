package io.millrace.cli.engines;

import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
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
        Table table = new Table(
                "COMPONENT",
                "TASK",
                "NODE",
                "BOUNDS",
                "ENGINES",
                "FREE",
                "BUSY",
                "SERVICE P50",
                "P99",
                "BY TOKEN",
                "BY QUEUE",
                "STARTS",
                "DEATHS",
                "DEAD MESSAGES");
        for (EngineMetrics task : of.tasks()) {
            table.row(
                    task.component(),
                    task.task(),
                    task.node().isEmpty() ? "-" : task.node(),
                    task.min() + ".." + task.max(),
                    task.all(),
                    task.free(),
                    Math.round(PERCENT * task.busyShare()) + " %",
                    time(task.service(), task.service().p50Nanos()),
                    time(task.service(), task.service().p99Nanos()),
                    Format.count(task.byToken()),
                    Format.count(task.byQueue()),
                    Format.count(task.starts()),
                    Format.count(task.deaths()),
                    Format.count(task.deadMessages()));
        }
        return table.lines();
    }

    private static String time(LatencySummary service, long nanos) {
        return service.count() == 0 ? "-" : Format.nanos(nanos);
    }
}
