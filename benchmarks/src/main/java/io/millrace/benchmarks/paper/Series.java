// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Cells that one run measures one after the other: the first that a turn asks for measures all. One thread. */
final class Series {

    /** Measures all cells, by their names. */
    interface Measuring {
        Map<String, ObjectNode> measure() throws IOException, InterruptedException;
    }

    private final Measuring measuring;
    private final Map<String, Deque<ObjectNode>> lines = new HashMap<>();

    Series(Measuring measuring) {
        this.measuring = measuring;
    }

    /** What a cell gives that was not asked for yet. */
    ObjectNode next(String cell) throws IOException, InterruptedException {
        Deque<ObjectNode> own = lines.computeIfAbsent(cell, name -> new ArrayDeque<>());
        if (own.isEmpty()) {
            measuring
                    .measure()
                    .forEach((name, line) -> lines.computeIfAbsent(name, absent -> new ArrayDeque<>())
                            .add(line));
        }
        return own.remove();
    }
}
