// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.List;

/** A doorbell whose thread reads a pipe: the waiting bit, and the number of bytes in the pipe. */
final class PipeBell implements Bell {
    /** Cancelled waits before the pipe is emptied: fewer than in reality, for fewer states. */
    private static final int MAX_CANCELLED = 1;

    final Field waiting;
    private final Field bytes;
    private final Field cancelled;
    private final int mostBytes;
    private final List<Field> sawThisWait = new ArrayList<>();

    /**
     * @param ringers between two times that the pipe is emptied each writes a byte for an earlier wait, one for the
     *     wait that it was emptied in, and one for each wait that is taken back; and then there is the byte of who
     *     empties it
     */
    PipeBell(Field.Packing bits, int ringers) {
        this.mostBytes = ringers * (2 + MAX_CANCELLED) + 1;
        this.waiting = bits.bit();
        this.bytes = bits.of(0, mostBytes);
        this.cancelled = bits.of(0, MAX_CANCELLED);
    }

    @Override
    public Ringer newRinger(Field.Packing bits, BellMutant mutant) {
        Field saw = bits.bit();
        sawThisWait.add(saw);
        return new PipeRinger(bits, this, saw, mutant);
    }

    @Override
    public void prepareWait(long[] s) {
        waiting.set(s, 1);
        for (Field saw : sawThisWait) {
            saw.set(s, 0);
        }
    }

    @Override
    public boolean cancelWait(long[] s, boolean empty) {
        if (!waiting.is(s)) {
            return false;
        }
        waiting.set(s, 0);
        if (cancelled.get(s) < MAX_CANCELLED) {
            cancelled.set(s, cancelled.get(s) + 1);
        }
        if (cancelled.get(s) == MAX_CANCELLED && empty) {
            write(s);
            read(s);
        }
        return true;
    }

    @Override
    public boolean canRead(long[] s) {
        return bytes.is(s);
    }

    @Override
    public void read(long[] s) {
        bytes.set(s, 0);
        cancelled.set(s, 0);
    }

    @Override
    public boolean enter(long[] s) {
        return false;
    }

    @Override
    public boolean timeOut(long[] s) {
        return false;
    }

    @Override
    public void takeBack(long[] s) {
        waiting.set(s, 0);
    }

    void write(long[] s) {
        if (bytes.get(s) == mostBytes) {
            throw new Violation(Damage.PIPE_FULL, "a byte more than %d is written to a pipe", mostBytes);
        }
        bytes.set(s, bytes.get(s) + 1);
    }
}
