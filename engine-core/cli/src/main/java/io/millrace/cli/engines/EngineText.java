// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.engines;

import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.List;

/** The engines of each task of a topology. */
public final class EngineText {

    private static final double PERCENT = 100;

    private static final Columns<EngineMetrics> COLUMNS = new Columns<EngineMetrics>()
            .add("COMPONENT", task -> task.component())
            .add("TASK", task -> task.task())
            .add("NODE", task -> task.node().isEmpty() ? "-" : task.node())
            .add("BOUNDS", task -> task.get(EngineFigure.MIN) + ".." + task.get(EngineFigure.MAX))
            .add("ENGINES", task -> task.get(EngineFigure.ALL))
            .add("FREE", task -> task.get(EngineFigure.FREE))
            .add("BUSY", task -> Math.round(PERCENT * task.figures().real(EngineFigure.BUSY_SHARE)) + " %")
            .add("SERVICE P50", task -> time(task.service(), task.service().p50Nanos()))
            .add("P99", task -> time(task.service(), task.service().p99Nanos()))
            .add("BY TOKEN", task -> Format.count(task.get(EngineFigure.BY_TOKEN)))
            .add("BY QUEUE", task -> Format.count(task.get(EngineFigure.BY_QUEUE)))
            .add("STARTS", task -> Format.count(task.get(EngineFigure.STARTS)))
            .add("DEATHS", task -> Format.count(task.get(EngineFigure.DEATHS)))
            .add("DEAD MESSAGES", task -> Format.count(task.get(EngineFigure.DEAD_MESSAGES)));

    private EngineText() {}

    public static List<String> lines(TopologyEngines of) {
        if (of.tasks().isEmpty()) {
            return List.of("no task of '" + of.topology()
                    + "' has engines: no component was added by setEngines, or its workers are not up yet");
        }
        return COLUMNS.lines(of.tasks());
    }

    private static String time(LatencySummary service, long nanos) {
        return service.count() == 0 ? "-" : Format.nanos(nanos);
    }
}
