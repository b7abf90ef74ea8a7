// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.List;

/** A link under test with both ends, used by one thread. Tasks 1 and 2 belong to the target, task 3 is the source. */
interface LinkFixture extends AutoCloseable {

    Link link();

    /** Returns the source executor's doorbell. */
    Doorbell bell();

    /** Receives what has arrived, as the target executor does in its turns, until {@code atLeast} tuples came. */
    List<DataTuple> receive(int atLeast);

    /**
     * Returns the acks that arrived since the last call. Also receives tuples, which the next {@link #receive}
     * returns.
     */
    AckBuffer receiveAcks();

    /** Pauses or resumes a target task. */
    void pause(int task, boolean on);

    /**
     * Returns whether the very next offer sees a pause. Otherwise the link refuses tuples when its buffers are full.
     */
    default boolean pausesAtOnce() {
        return true;
    }

    /** Returns how many messages or records have brought the tuples that were received; 0 if tuples pass as objects. */
    default int messages() {
        return 0;
    }

    /** Returns how many values were received into an array of their own. */
    default int apart() {
        return 0;
    }

    /** Returns whether tuples are encoded on the way. */
    default boolean encodes() {
        return true;
    }

    @Override
    void close();
}
