// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;

/**
 * Works on messages as the board says: checks each, and spends what it costs; for every engine. Used by the thread of
 * one engine.
 */
public final class Worker {

    private final Board board;
    private final int row;
    private final Cost cost = new Cost();
    private long number;
    private Board.Probe probe;

    /** Says that it is up. */
    public Worker(Path directory) {
        board = Board.open(directory);
        row = board.takeRow();
        Signals.up(directory, "engine-" + row);
    }

    /** Takes a message; returns when it is done. */
    public void take(byte[] message) {
        take(Message.read(message));
    }

    /** Takes a message; returns when it is done. */
    void take(Message.Words message) {
        long begun = System.nanoTime();
        if (!message.isWhole()) {
            board.add(BoardDescriptor.broken(row), 1);
        }
        long asked = board.number();
        if (asked != number && asked != 0) {
            probe = board.probe();
        }
        number = asked;
        // What is left of a probe that has ended only leaves the way
        if (number != 0 && message.probe() == number) {
            work(message, begun);
        }
        board.done(row, message.number());
    }

    private void work(Message.Words message, long begun) {
        if (probe.waits()) {
            cost.waitFor(probe.costNanos());
        } else {
            cost.burn(probe.costNanos());
        }
        long now = System.nanoTime();
        board.add(BoardDescriptor.busy(row), now - begun);
        long due = message.due();
        if (due - probe.from() >= 0) {
            board.latency(row, now - due);
        }
    }
}
