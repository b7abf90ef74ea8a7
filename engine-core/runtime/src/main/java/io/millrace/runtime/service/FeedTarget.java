package io.millrace.runtime.service;

import java.util.function.Consumer;

/** The way to one task of a fed spout, in this process or another one. Any thread. */
public interface FeedTarget {

    /** Whether the task is up, and not closed. */
    boolean isOpen();

    /**
     * Offers the values of an untracked tuple, or a {@link FeedRequest}.
     *
     * @return false if there is no room, or the task is closed
     */
    boolean offer(Object element);

    /** Hands over a request whose number the caller bounds. Returns false if the task is closed. */
    boolean ask(FeedRequest<?> request);

    /**
     * Hands over what another task has had and has not finished: the values of an untracked tuple, or a request that is not
     * asked. There is always room for it, as it was bounded there. Returns false if the task is closed.
     */
    boolean again(Object element);

    /** Waits for a moment until there may be room. The caller tries again afterwards, in any case. */
    void awaitRoom(long mostNanos);

    /** Sets who gets the untracked tuples that are left once the task is closed. Requests know by themselves. */
    void heir(Consumer<Object[]> next);
}
