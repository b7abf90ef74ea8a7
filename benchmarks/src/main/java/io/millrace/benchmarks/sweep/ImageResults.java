// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.BitSet;

/** Counts each image once, however often its result comes. */
final class ImageResults implements BasicBolt {

    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient Board board;
    private transient int row;
    private transient BitSet seen;

    ImageResults(String directory) {
        this.directory = directory;
    }

    @Override
    public void prepare(TaskContext context) {
        board = Board.open(Path.of(directory));
        row = board.takeRow();
        seen = new BitSet();
        Signals.up(Path.of(directory), "results");
    }

    @Override
    public void execute(Tuple result, Emitter out) {
        int number = (int) result.getLong("number");
        if (seen.get(number)) {
            board.add(BoardDescriptor.repeated(row), 1);
            return;
        }
        seen.set(number);
        if (!result.getBoolean("whole")) {
            board.add(BoardDescriptor.broken(row), 1);
        }
        board.latency(row, System.nanoTime() - result.getLong("due"));
        board.done(row, number);
    }
}
