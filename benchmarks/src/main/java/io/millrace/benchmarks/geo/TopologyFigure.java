package io.millrace.benchmarks.geo;

import java.util.List;

/** A figure of whole topologies on emulated hosts, instead of single channels. */
interface TopologyFigure extends Figure {

    @Override
    default List<Cell> cells(Scale scale) {
        return List.of();
    }

    /** What is submitted, those on the same hosts one after the other. */
    List<TopologyCell> topologies(Scale scale);

    /** When they are recorded. */
    default Windows windows(Scale scale) {
        return scale.windows();
    }

    @Override
    default double seconds(Scale scale, int turns) {
        List<TopologyCell> cells = topologies(scale);
        return cells.stream()
                .mapToDouble(
                        cell -> TopologyRuns.AROUND_SECONDS + windows(scale).seconds(turns))
                .sum();
    }
}
