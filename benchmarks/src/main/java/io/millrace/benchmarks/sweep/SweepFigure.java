// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.util.List;

/**
 * What was measured in a setting, for who reads its lines.
 *
 * @param setting by the name that options use
 */
public record SweepFigure(String setting) {

    /** The name of the use case's lines. */
    public static final String USE_CASE = UseCase.NAME;

    /** The bars, and whether all cells were measured. */
    public List<Bar> bars(Lines lines) {
        Field field = field(lines);
        Bars bars = new Bars();
        bars.atLeast("cells of the field that were measured", field.own().size(), cells(), "");
        SweepBars.of(field).forEach(bars::add);
        return bars.all();
    }

    /** The bars of the use case. */
    public static List<Bar> useCaseBars(Lines lines) {
        return UseCase.bars(lines);
    }

    public List<Panel> panels(Lines lines) {
        return SweepPlots.panels(field(lines));
    }

    /** The name of the picture of {@link #panels}. */
    public String picture() {
        return SweepPlots.linesName(Setting.of(setting));
    }

    /** The number of sizes times works. */
    public int cells() {
        return Plan.cells(Setting.of(setting), false).size();
    }

    /** About how long all cells take. */
    public double seconds() {
        return Plan.seconds(Plan.cells(Setting.of(setting), false), Effort.FULL);
    }

    private Field field(Lines lines) {
        return new Field(lines, Setting.of(setting));
    }
}
