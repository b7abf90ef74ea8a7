package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The path from one executor to another one. Called by the source executor's thread only.
 *
 * <p>Order: tuples of one source task to one target task arrive in the order in which they were taken.
 */
public interface Link extends AutoCloseable {

    /** What tuples cross on their way. */
    LinkKind kind();

    /**
     * Hands over a tuple; after {@code true} it is not the caller's any more.
     *
     * @return false if there is no room now, or the target task is paused
     * @throws RuntimeException if the tuple can never be handed over: a value without encoding, a message too large
     */
    boolean offer(DataTuple tuple);

    /** The same; but if it is refused, the source's doorbell will ring when trying again makes sense. */
    boolean offerOrRing(DataTuple tuple);

    /** Whether a tuple for this task would be refused, or much waits for it, as far as can be seen without a tuple. */
    boolean refuses(int task);

    /** Whether a part of this tuple is on its way: then it must go on, whoever is paused. */
    default boolean hasBegun(DataTuple tuple) {
        return false;
    }

    /** Lets the source's doorbell ring when a task of the target's is resumed, or there is room. */
    default void ringWhenResumed() {}

    /**
     * Hands over acks on the control lane, which data never fills.
     *
     * @return the buffer to gather further acks in: empty, or with what found no room
     */
    AckBuffer send(AckBuffer acks);

    /** The same; but if some remain, the source's doorbell will ring when trying again makes sense. */
    AckBuffer sendOrRing(AckBuffer acks);

    @Override
    void close();
}
