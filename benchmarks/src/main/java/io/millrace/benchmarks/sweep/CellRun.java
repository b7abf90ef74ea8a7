// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;

/**
 * Measures one cell of one engine: the highest frequency that it sustains, and its latency at two lower ones. One
 * thread.
 */
final class CellRun {

    /** The first frequency, as a share of the bound: an engine that is any good holds it, so the search is short. */
    private static final double FIRST = 0.8;

    /** The first frequency without cost, where a bare copy is far ahead of any engine. */
    private static final double FIRST_WITHOUT_COST = 0.1;

    /** The warm-up's share of the first frequency: code is compiled, and connections are made. */
    private static final double WARM_UP = 0.5;

    private final Effort effort;
    private final Cell cell;
    private final Bound bound;

    CellRun(Effort effort, Cell cell, Bound bound) {
        this.effort = effort;
        this.cell = cell;
        this.bound = bound;
    }

    /** The line of the cell, without what all lines have. */
    ObjectNode measure(Place place, EngineCommand engine) throws IOException, InterruptedException {
        return BoardRun.of(
                place,
                cell.engines(),
                directory -> place.start(engine, cell, directory),
                (board, session, line) -> measure(new Prober(board, session, cell, effort), line));
    }

    private void measure(Prober prober, ObjectNode line) throws IOException, InterruptedException {
        double first = bound.perSecond() * (cell.costSeconds() > 0 ? FIRST : FIRST_WITHOUT_COST);
        prober.warmUp(WARM_UP * first, effort.leastSeconds());
        double best = search(prober, first, line);
        ObjectNode result = line.putObject("result");
        result.put("bytes", cell.bytes()).put("cost_ms", cell.work().costMillis());
        result.put("grouping", cell.work().grouping().toString());
        result.put("per_second", best).put("bound", bound.perSecond()).put("ratio", best / bound.perSecond());
        result.put("bound_bytes_per_second", bound.carried().median());
        result.put("bound_bytes_per_second_lowest", bound.carried().lowest());
        result.put("bound_bytes_per_second_highest", bound.carried().highest());
        result.put("cores", bound.cores()).put("cores_left", bound.coresLeft());
        if (best > 0) {
            latency(result, "half", prober, 0.5 * best);
            latency(result, "most", prober, 0.9 * best);
        }
    }

    private double search(Prober prober, double first, ObjectNode line) throws IOException, InterruptedException {
        ArrayNode tries = line.putArray("tries");
        Search search = new Search(first, effort.precision());
        Prober.Try last = null;
        while (!search.isDone()) {
            double seconds = effort.seconds(search.next()) * (search.isConfirming() ? Search.CONFIRMING : 1);
            Prober.Try shown = prober.attempt(search.next(), seconds);
            if (!shown.holds()) {
                // What others did on the machine at that moment does not come twice
                tries.add(shown.text());
                shown = prober.attempt(search.next(), seconds);
            }
            search.saw(shown.holds(), shown.load());
            tries.add(shown.text());
            last = shown;
        }
        if (search.best() > 0) {
            // How far the frequency is from one message per engine, and one interval
            line.putObject("confirmed")
                    .put("engines", cell.engines())
                    .put("growth", last.seen().growth())
                    .put("late_intervals", last.seen().lateIntervals());
        }
        return search.best();
    }

    private void latency(ObjectNode result, String what, Prober prober, double perSecond)
            throws IOException, InterruptedException {
        Latency latency = prober.attempt(perSecond, effort.seconds(perSecond)).latency();
        result.put(what + "_p50_ms", latency.p50()).put(what + "_p99_ms", latency.p99());
    }
}
