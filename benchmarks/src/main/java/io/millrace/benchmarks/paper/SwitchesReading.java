// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One place of {@link SwitchesFigure}, beside JStorm where that is measured: its lines are those of that figure. */
final class SwitchesReading extends PaperFigure {

    private final SwitchesFigure switches;
    private final Place place;

    /** @param figure number in the paper */
    SwitchesReading(String name, String figure, SwitchesFigure switches, Place place) {
        super(
                name,
                new Source(
                        TURBOSTREAM,
                        figure,
                        "with the ring, and with the scheduler too, the latency is 33.85 to 83.23 % below JStorm's"),
                "Latency with the ring and the scheduler in " + place.label() + ", from lines of " + switches.name());
        this.switches = switches;
        this.place = place;
    }

    @Override
    List<String> peers() {
        return switches.peers(place);
    }

    @Override
    boolean needsHosts() {
        return !place.isHere();
    }

    @Override
    String measured() {
        return switches.name();
    }

    @Override
    Map<String, String> labels() {
        return Map.of(PLACE, place.label());
    }

    @Override
    int cells() {
        return switches.cells(place);
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        switches.measure(run, place);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return switches.panels(lines, List.of(place));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        switches.addBarsBesideJstorm(bars, lines, place);
        if (!place.isHere()) {
            double lower = lowerPercent(
                    switches.mean(lines, place, SwitchesFigure.BOTH),
                    switches.mean(lines, place, SwitchesFigure.NEITHER));
            bars.atLeast(place.label() + ", both: the mean is below that of neither by", lower, 0, "%");
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        return switches.table(lines, List.of(place));
    }
}
