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

    /** The kind of link, which metrics count by. */
    LinkKind kind();

    /**
     * Hands over a tuple. After {@code true} it no longer belongs to the caller.
     *
     * @return false if there is no room now, or the target task is paused
     * @throws RuntimeException if the tuple can never be handed over: a value without encoding, a message too large
     */
    boolean offer(DataTuple tuple);

    /** The same, but after a refusal the source's doorbell rings when another try makes sense. */
    boolean offerOrRing(DataTuple tuple);

    /**
     * Whether a tuple for this task would be refused, or many tuples wait for it, as far as that is known without
     * offering one.
     */
    boolean refuses(int task);

    /**
     * Whether a value that was not written yet ({@link io.millrace.runtime.codec.UnwrittenBytes}) may be offered. A link that refuses such a tuple has not
     * called its writer.
     */
    default boolean takesUnwritten() {
        return false;
    }

    /** Whether a part of this tuple has been sent. Then the rest must follow, whichever task is paused. */
    default boolean hasBegun(DataTuple tuple) {
        return false;
    }

    /** Lets the source's doorbell ring when a target task is resumed, or there is room. */
    default void ringWhenResumed() {}

    /** A number that changes when what was sent last may have been lost, although the worker that it leads to lives. */
    default long breaks() {
        return 0;
    }

    /** Whether it leads to tasks that belong to no worker now. */
    default boolean isDormant() {
        return false;
    }

    /** How far it leads: 0 within the worker, 1 within the node, 2 within the region, 3 beyond. */
    default int distance() {
        return switch (kind()) {
            case DIRECT, QUEUE -> 0;
            case RING -> 1;
            case NET -> 2;
        };
    }

    /** Gives up what waits: the worker that it leads to is gone, and another link has taken its place. */
    default void abandon() {}

    /**
     * Hands over acks on the control lane, which data never fills.
     *
     * @return the buffer to gather further acks in: empty, or with the acks that found no room
     */
    AckBuffer send(AckBuffer acks);

    /** The same, but if some remain, the source's doorbell rings when another try makes sense. */
    AckBuffer sendOrRing(AckBuffer acks);

    /**
     * Hands over a message for the target executor on the control lane.
     *
     * @param message little-endian, at most a few KiB; must not be changed afterwards
     * @return false if there is no room now
     */
    boolean sendControl(byte[] message);

    @Override
    void close();
}
