package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.List;

/** A figure: what is measured, and what is read out of it. */
interface Figure {

    /** By which it is asked for, and its files are named. */
    String name();

    /** What it shows, for the page. */
    String title();

    /** The cells of one turn. */
    List<Cell> cells(Scale scale);

    /** About how long so many turns take. */
    default double seconds(Scale scale, int turns) {
        double once = cells(scale).stream()
                .mapToDouble(cell -> cell.seconds() + Testbed.AROUND_SECONDS)
                .sum();
        return turns * (Testbed.START_SECONDS + once);
    }

    /**
     * Starts the processes of cells that need the same kind of network.
     *
     * @param network makes that of one target, and belongs to what is returned
     * @param loopback whether pipes are asked for instead of hosts
     */
    default Bed bed(NetworkMaker network, boolean loopback, List<Cell> cells) throws IOException, InterruptedException {
        return Testbed.start(network.make(), cells);
    }

    /** Makes a network. */
    interface NetworkMaker {
        Network make() throws IOException;
    }

    /** At least one line of this figure is there, not necessarily all. */
    List<Panel> panels(Lines lines);

    List<Bar> bars(Lines lines);

    /** In Markdown. */
    String table(Lines lines);
}
