// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Makes the messages that the board asks for, when they are due. Used by one thread. */
final class Generated implements Feed {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Board board;
    private long number;
    private Board.Probe probe;
    private byte[] content = new byte[0];
    private long index;
    private long latest;

    Generated(Board board) {
        this.board = board;
    }

    @Override
    public byte[] message() {
        return Message.of(content, numberOfNext(), number, due());
    }

    @Override
    public boolean isDue(long now) {
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
    private long numberOfNext() {
        return board.get(BoardDescriptor.EMITTED);
    }

    @Override
    public int bytes() {
        return content.length;
    }

    @Override
    public void write(ByteBuffer target) {
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

    @Override
    public long idleUntil(long now) {
        if (number == 0 || probe.due(index) - probe.until() >= 0) {
            return now + LOOK_NANOS;
        }
        return Math.min(probe.due(index), now + LOOK_NANOS);
    }

    @Override
    public long due() {
        return probe.due(index);
    }

    /** Returns a message again that has been emitted before. */
    byte[] repeated(long numberOfMessage, long due) {
        return Message.of(content, numberOfMessage, number, due);
    }

    @Override
    public void emitted(long now) {
        long due = probe.due(index++);
        if (due - probe.from() >= 0 && now - due > latest) {
            latest = now - due;
            board.set(BoardDescriptor.LATEST, latest);
        }
        board.add(BoardDescriptor.EMITTED, 1);
    }
}
