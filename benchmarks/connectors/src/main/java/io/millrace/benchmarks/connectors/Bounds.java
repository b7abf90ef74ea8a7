// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.connectors.ConnectorsBenchmark.Side;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import java.util.List;

/** Which connectors reach nine tenths of a bare user of the same library. */
final class Bounds {

    private static final double LEAST_PERCENT = 90;

    private Bounds() {}

    static List<Bar> of(Figures figures) {
        Bars bars = new Bars();
        for (String cell : figures.cells(ConnectorsBenchmark.PART)) {
            double share = 100
                    * figures.medianRatio(
                            ConnectorsBenchmark.PART,
                            cell,
                            Side.MILLRACE.toString(),
                            Side.BARE.toString(),
                            ConnectorsBenchmark.EVENTS);
            bars.atLeast(cell + ", events beside a bare user", share, LEAST_PERCENT, "%");
        }
        return bars.all();
    }
}
