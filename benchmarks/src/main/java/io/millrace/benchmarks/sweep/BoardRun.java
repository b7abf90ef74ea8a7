// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Path;

/** Starts a source and engines on a new board, and lets something be measured. */
final class BoardRun {

    private static final long START_SECONDS = 90;

    private BoardRun() {}

    /** Starts them. */
    interface Start {
        Session on(Path directory) throws IOException, InterruptedException;
    }

    /** What is measured once they are up. */
    interface Measurement {
        void with(Board board, Session session, ObjectNode line) throws IOException, InterruptedException;
    }

    /**
     * Returns the line that was made, without what all lines have.
     *
     * @param rows of the board: so many say that they are up, and the source beside them
     */
    static ObjectNode of(Place place, int rows, Start start, Measurement measurement)
            throws IOException, InterruptedException {
        ObjectNode line = new ObjectMapper().createObjectNode();
        try (Scratch scratch = new Scratch()) {
            Board board = Board.create(scratch.directory(), rows);
            place.reset();
            try (Session session = start.on(scratch.directory())) {
                Signals.await("source and engines to be up", START_SECONDS, () -> {
                    session.check();
                    return Signals.countUp(scratch.directory()) > rows;
                });
                measurement.with(board, session, line);
            }
            place.describe(line);
        }
        return line;
    }
}
