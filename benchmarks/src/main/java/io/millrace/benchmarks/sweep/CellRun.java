package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;

/** Measures one cell of one engine: the highest frequency that it sustains, and its latency at two lower ones. One thread. */
final class CellRun {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long START_SECONDS = 90;

    /** Of the bound: an engine that is any good holds it, so the search is short. */
    private static final double FIRST = 0.8;

    /** Code is compiled, and connections are made. */
    private static final double WARM_UP = 0.5;

    private final Place place;
    private final Effort effort;

    CellRun(Place place, Effort effort) {
        this.place = place;
        this.effort = effort;
    }

    /** What is done with an engine that is up. */
    interface Work {
        void with(Prober prober, ObjectNode line) throws IOException, InterruptedException;
    }

    /** Starts an engine, and returns the line that was made with it, without what all lines have. */
    static ObjectNode run(Place place, Effort effort, EngineCommand engine, Cell cell, Work work)
            throws IOException, InterruptedException {
        int engines = cell.setting().engines();
        ObjectNode line = MAPPER.createObjectNode();
        try (Scratch scratch = new Scratch()) {
            Board board = Board.create(scratch.directory(), engines);
            place.reset();
            try (Session session = place.start(engine, cell, scratch.directory())) {
                Signals.await("source and engines to be up", START_SECONDS, () -> {
                    session.check();
                    return Signals.countUp(scratch.directory()) > engines;
                });
                work.with(new Prober(board, session, cell, engines, effort), line);
            }
            place.describe(line);
        }
        return line;
    }

    /** The line of a cell, without what all lines have. */
    ObjectNode measure(EngineCommand engine, Cell cell, Bound bound) throws IOException, InterruptedException {
        return run(place, effort, engine, cell, (prober, line) -> {
            prober.warmUp(WARM_UP * bound.perSecond(), effort.leastSeconds());
            double best = search(prober, bound, line.putArray("tries"));
            write(line.putObject("result"), cell, bound, best, prober);
        });
    }

    private double search(Prober prober, Bound bound, ArrayNode tries) throws IOException, InterruptedException {
        Search search = new Search(FIRST * bound.perSecond(), effort.precision());
        while (!search.isDone()) {
            double seconds = effort.seconds(search.next()) * (search.isConfirming() ? Search.CONFIRMING : 1);
            Prober.Try shown = prober.attempt(search.next(), seconds);
            if (!shown.holds() && !shown.hopeless()) {
                // What others did on the machine at that moment does not come twice
                tries.add(shown.text());
                shown = prober.attempt(search.next(), seconds);
            }
            search.saw(shown.holds(), shown.load());
            tries.add(shown.text());
        }
        return search.best();
    }

    private void write(ObjectNode result, Cell cell, Bound bound, double best, Prober prober)
            throws IOException, InterruptedException {
        result.put("bytes", cell.bytes()).put("cost_ms", cell.costMillis());
        result.put("per_second", best).put("bound", bound.perSecond()).put("ratio", best / bound.perSecond());
        result.put("bound_bytes_per_second", bound.bytesPerSecond());
        result.put("cores", bound.cores()).put("cores_left", bound.coresLeft());
        if (best > 0) {
            write(result, "half", latency(prober, 0.5 * best));
            write(result, "most", latency(prober, 0.9 * best));
        }
    }

    private Prober.Latency latency(Prober prober, double perSecond) throws IOException, InterruptedException {
        return prober.attempt(perSecond, effort.seconds(perSecond)).latency();
    }

    private static void write(ObjectNode result, String what, Prober.Latency latency) {
        result.put(what + "_p50_ms", latency.p50()).put(what + "_p99_ms", latency.p99());
    }
}
