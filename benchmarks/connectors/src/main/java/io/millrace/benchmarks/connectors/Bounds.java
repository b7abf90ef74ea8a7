package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.List;

/** Which connectors reach nine tenths of a bare user of the same library. */
final class Bounds {

    private static final double LEAST_PERCENT = 90;

    private Bounds() {}

    static List<Bar> of(Figures figures) {
        List<Bar> bars = new ArrayList<>();
        for (String cell : figures.cells(ConnectorsBenchmark.PART)) {
            figures.median(ConnectorsBenchmark.PART, cell, ConnectorsBenchmark.BESIDE, ConnectorsBenchmark.SHARE)
                    .ifPresent(share ->
                            bars.add(new Bar(cell + ", events beside a bare user", share, LEAST_PERCENT, "%", false)));
        }
        return bars;
    }
}
