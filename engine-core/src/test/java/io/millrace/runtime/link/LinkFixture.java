package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.List;

/** A link under test with both of its ends, used by one thread. Tasks 1 and 2 are the target's, task 3 is the source. */
interface LinkFixture extends AutoCloseable {

    Link link();

    /** The source executor's. */
    Doorbell bell();

    /** Takes in what has arrived, as the target executor does in its turns, until {@code atLeast} tuples came. */
    List<DataTuple> receive(int atLeast);

    /** Acks that arrived since the last call; takes tuples in as well, which the next {@link #receive} returns. */
    AckBuffer receiveAcks();

    /** Says that a target task is paused, or not any more. */
    void pause(int task, boolean on);

    /** Whether a pause is seen by the very next offer; else the link refuses when its buffers are full. */
    default boolean pausesAtOnce() {
        return true;
    }

    /** Whether tuples are encoded on the way. */
    default boolean encodes() {
        return true;
    }

    @Override
    void close();
}
