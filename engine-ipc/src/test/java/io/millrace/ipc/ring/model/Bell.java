package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A doorbell in a packed state: the waiting bit, and the number of bytes in the pipe. The number of waits beside the
 * bit is only compared with the number that a ringer has seen, so the state holds which ringers have seen the latest.
 */
final class Bell {
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
    Bell(Field.Packing bits, int ringers) {
        this.mostBytes = ringers * (2 + MAX_CANCELLED) + 1;
        this.waiting = bits.bit();
        this.bytes = bits.of(0, mostBytes);
        this.cancelled = bits.of(0, MAX_CANCELLED);
    }

    Field newRinger(Field.Packing bits) {
        Field saw = bits.bit();
        sawThisWait.add(saw);
        return saw;
    }

    void prepareWait(long[] s) {
        waiting.set(s, 1);
        for (Field saw : sawThisWait) {
            saw.set(s, 0);
        }
    }

    /** False if somebody has rung: then a byte is there to be read. */
    boolean cancelWait(long[] s, boolean empty) {
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

    boolean canRead(long[] s) {
        return bytes.is(s);
    }

    void read(long[] s) {
        bytes.set(s, 0);
        cancelled.set(s, 0);
    }

    void write(long[] s) {
        if (bytes.get(s) == mostBytes) {
            throw new Violation(Damage.PIPE_FULL, "a byte more than %d is written to a pipe", mostBytes);
        }
        bytes.set(s, bytes.get(s) + 1);
    }
}
