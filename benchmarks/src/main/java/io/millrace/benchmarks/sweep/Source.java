// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.Signals;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Makes the messages that the board asks for, when they are due; for every engine. Used by the source's thread. */
public final class Source {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Board board;
    private long number;
    private Board.Probe probe;
    private byte[] content = new byte[0];
    private long index;
    private long latest;

    /** Says that it is up. */
    public Source(Path directory) {
        board = Board.open(directory);
        Signals.up(directory, "source");
    }

    /** Returns the message that is due; null if none is. */
    public byte[] next(long now) {
        return isDue(now) ? message() : null;
    }

    /** Returns the message that is due. */
    byte[] message() {
        return Message.of(content, numberOfNext(), number, due());
    }

    /** Whether a message is due. */
    boolean isDue(long now) {
        long asked = board.number();
        if (asked != number) {
            begin(asked);
        }
        if (number == 0) {
            return false;
        }
        long due = probe.due(index);
        return due - now <= 0 && due - probe.until() < 0;
    }

    /** The number of the message that is due. */
    long numberOfNext() {
        return board.get(BoardDescriptor.EMITTED);
    }

    int bytes() {
        return content.length;
    }

    /** Writes the message that is due. */
    void write(ByteBuffer target) {
        Message.write(target, content, numberOfNext(), number, due());
    }

    private void begin(long asked) {
        number = asked;
        if (asked == 0) {
            return;
        }
        probe = board.probe();
        index = 0;
        latest = 0;
        board.set(BoardDescriptor.LATEST, 0);
        if (content.length != probe.bytes()) {
            content = Message.content(probe.bytes());
        }
    }

    /** Before this time nothing that is not due now will be. */
    public long idleUntil(long now) {
        if (number == 0 || probe.due(index) - probe.until() >= 0) {
            return now + LOOK_NANOS;
        }
        return Math.min(probe.due(index), now + LOOK_NANOS);
    }

    /** When the message that is due, was. */
    public long due() {
        return probe.due(index);
    }

    /** Returns a message again that has been emitted before. */
    public byte[] repeated(long numberOfMessage, long due) {
        return Message.of(content, numberOfMessage, number, due);
    }

    /** The message that was due has been emitted. */
    public void emitted(long now) {
        long due = probe.due(index++);
        if (due - probe.from() >= 0 && now - due > latest) {
            latest = now - due;
            board.set(BoardDescriptor.LATEST, latest);
        }
        board.add(BoardDescriptor.EMITTED, 1);
    }
}
