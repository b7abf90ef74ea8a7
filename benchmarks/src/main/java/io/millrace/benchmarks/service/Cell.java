// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import java.util.ArrayList;
import java.util.List;

/**
 * One measurement.
 *
 * @param callers threads that call
 * @param pipelined requests that each of them keeps under way
 * @param perSecond at a fixed rate, for {@link Kind#OPEN}; else 0
 */
public record Cell(String name, Kind kind, int callers, int pipelined, int perSecond) {

    /** What the callers do. */
    public enum Kind {
        /** One caller asks again when it has its answer, for which it blocks. */
        BLOCKING,
        /** The same, and the caller spins until it has its answer. */
        SPINNING,
        /** One caller asks at a fixed rate; latencies count from the intended time. */
        OPEN,
        /** Callers ask as fast as they can. */
        ASKING,
        /** Callers feed as fast as they can, and yield where there is no room. */
        OFFERING,
        /** A bolt makes calls of one millisecond, a thousand at a time, as fast as it can; nobody calls. */
        CALLING
    }

    static List<Cell> all(int perSecond) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell("ask, 1 caller", Kind.BLOCKING, 1, 1, 0));
        cells.add(new Cell("ask, 1 spinning caller", Kind.SPINNING, 1, 1, 0));
        cells.add(new Cell("ask, " + perSecond + "/s", Kind.OPEN, 1, 1, perSecond));
        cells.add(new Cell("ask, 64 callers", Kind.ASKING, 64, 1, 0));
        cells.add(new Cell("ask, 64 callers x 16", Kind.ASKING, 64, 16, 0));
        cells.add(new Cell("offer, 1 thread", Kind.OFFERING, 1, 1, 0));
        cells.add(new Cell("offer, 4 threads", Kind.OFFERING, 4, 1, 0));
        cells.add(new Cell("1 ms calls, 1000 at a time", Kind.CALLING, 0, 1, 0));
        return cells;
    }

    /** Whether latencies are measured, and not only rates. */
    boolean timed() {
        return callers == 1 && !counted();
    }

    /** Whether what a sink takes is counted, and not what callers have done. */
    boolean counted() {
        return kind == Kind.OFFERING || kind == Kind.CALLING;
    }

    /** Encodes the cell as arguments of a process. */
    List<String> encode() {
        return List.of(name, kind.name(), "" + callers, "" + pipelined, "" + perSecond);
    }

    static Cell decode(List<String> words) {
        return new Cell(
                words.get(0),
                Kind.valueOf(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                Integer.parseInt(words.get(4)));
    }
}
