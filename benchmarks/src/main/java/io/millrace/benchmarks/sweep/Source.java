// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.Signals;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * What an engine's source emits: messages that it makes when they are due, or that come to it through the cell's
 * {@link Intake}; for every engine. Used by the source's thread.
 */
public final class Source {

    private final Feed feed;

    /** Says that it is up. */
    public Source(Path directory) {
        feed = Intake.read(directory)
                .<Feed>map(intake -> new Received(intake.inlet(directory)))
                .orElseGet(() -> new Generated(Board.open(directory)));
        Signals.up(directory, "source");
    }

    /** Returns the message that is due; null if none is. */
    public byte[] next(long now) {
        return isDue(now) ? message() : null;
    }

    /** Whether a message is due. */
    boolean isDue(long now) {
        return feed.isDue(now);
    }

    /** Returns the message that is due. */
    byte[] message() {
        return feed.message();
    }

    int bytes() {
        return feed.bytes();
    }

    /** Writes the message that is due. */
    void write(ByteBuffer target) {
        feed.write(target);
    }

    /** Before this time nothing that is not due now will be; a time that is over if that is not known. */
    public long idleUntil(long now) {
        return feed.idleUntil(now);
    }

    /** When the message that is due, was. */
    public long due() {
        return feed.due();
    }

    /** The message that was due has been emitted. */
    public void emitted(long now) {
        feed.emitted(now);
    }
}
