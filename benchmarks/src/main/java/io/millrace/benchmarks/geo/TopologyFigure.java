// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.util.List;

/** A figure of whole topologies on emulated hosts, instead of single channels. */
abstract class TopologyFigure extends Figure {

    TopologyFigure(String name, String title, String... labels) {
        super(name, title, labels);
    }

    @Override
    List<Cell> cells(Scale scale) {
        return List.of();
    }

    /** What is submitted, those on the same hosts one after the other. */
    abstract List<TopologyCell> topologies(Scale scale);

    /** When they are recorded. */
    Windows windows(Scale scale) {
        return scale.windows();
    }

    @Override
    double seconds(Scale scale, int turns) {
        List<TopologyCell> cells = topologies(scale);
        return cells.stream()
                .mapToDouble(
                        cell -> TopologyRuns.AROUND_SECONDS + windows(scale).seconds(turns))
                .sum();
    }
}
