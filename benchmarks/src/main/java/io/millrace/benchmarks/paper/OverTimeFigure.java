// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What is carried in each second. */
final class OverTimeFigure extends RttFigure {

    /** A garbage collection or a pause of the machine may make a second's tuples come in the next one. */
    private static final double LEAST_PERCENT = 95;

    OverTimeFigure() {
        super(
                "tn-18",
                "Fig. 18",
                "throughput over time",
                "Throughput over time",
                List.of(
                        new Value("carried", "%", Result.CARRIED),
                        new Value("carried in the slowest second", "%", Result.SLOWEST_SECOND)));
    }

    private NavigableMap<Double, Double> bySecond(Lines lines, String engine, String millis) {
        NavigableMap<Double, Double> seconds = new TreeMap<>();
        for (int second = 0; ; second++) {
            double tuples = at(lines, engine, millis, Result.BY_SECOND + "/" + second);
            if (Double.isNaN(tuples)) {
                return seconds;
            }
            seconds.put(second + 1.0, tuples);
        }
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String millis : millis(lines)) {
            Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
            for (String engine : engines(lines)) {
                NavigableMap<Double, Double> curve = bySecond(lines, engine, millis);
                if (!curve.isEmpty()) {
                    curves.put(engine, curve);
                }
            }
            panels.add(Panel.overTime(millis + " ms", "tuples of sinks", false, curves, new TreeMap<>()));
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (String millis : millis(lines)) {
            double slowest = at(lines, EngineCommand.MILLRACE, millis, Result.SLOWEST_SECOND);
            bars.atLeast(millis + " ms: carried in the slowest second", slowest, LEAST_PERCENT, "%");
        }
    }
}
