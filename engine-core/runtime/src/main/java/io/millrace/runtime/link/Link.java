// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The path from one executor to another one. Only the source executor's thread calls it.
 *
 * <p>Order: tuples of one source task to one target task arrive in the order in which the link took them.
 */
public interface Link extends AutoCloseable {

    /**
     * A link that takes a value whose bytes were not written yet ({@link io.millrace.runtime.codec.UnwrittenBytes}). If
     * it refuses the tuple, it has not called the writer.
     */
    interface TakesUnwritten extends Link {}

    /** A link that sends long tuples in parts. */
    interface SendsInParts extends Link {

        /** Returns whether a part of this tuple has been sent. Then the rest must follow, whichever task is paused. */
        boolean hasBegun(DataTuple tuple);
    }

    /** A link by a connection, which may break although the worker at its other end lives. */
    interface Connected extends Link {

        /** Returns a number that changes when tuples that were sent last may have been lost. */
        long breaks();

        /** Returns whether the link leads to another region. */
        boolean leavesRegion();
    }

    /** Returns the kind of link by which metrics count. */
    LinkKind kind();

    /**
     * Hands over a tuple. After {@code true} it no longer belongs to the caller.
     *
     * @return false if there is no room now, or the target task is paused
     * @throws RuntimeException if the tuple can never be handed over: a value without encoding, a message too large
     */
    boolean offer(DataTuple tuple);

    /**
     * Returns whether a tuple for this task would be refused, or many wait for it, as far as known without an offer.
     */
    boolean refuses(int task);

    /**
     * Lets the source's doorbell ring when a target task is resumed, or there is room.
     *
     * @return whether there may be room by now, so that another try must follow; false if the doorbell rings without
     *     being asked, or need not ring
     */
    boolean ringWhenResumed();

    /**
     * Hands over acks on the control lane, which data never fills.
     *
     * @return the buffer to gather further acks in: empty, or with the acks that found no room
     */
    AckBuffer send(AckBuffer acks);

    /**
     * Hands over a message for the target executor on the control lane.
     *
     * @param message little-endian, at most a few KiB; must not be changed afterwards
     * @return false if there is no room now
     */
    boolean sendControl(byte[] message);

    /** Releases the link's memory. A link by a connection, which belongs to the worker, drops the tuples that wait. */
    @Override
    void close();
}
