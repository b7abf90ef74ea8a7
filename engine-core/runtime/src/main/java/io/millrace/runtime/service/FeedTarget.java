// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import java.util.function.Consumer;

/** The way to one task of a fed spout, in this process or another one. Any thread. */
public interface FeedTarget {

    /** Returns whether the task is up, and not closed. */
    boolean isOpen();

    /**
     * Offers the values of an untracked tuple, or a {@link FeedRequest}.
     *
     * @return false if there is no room, or the task is closed
     */
    boolean offer(Object element);

    /** Hands over a request; the caller bounds the number of requests. Returns false if the task is closed. */
    boolean ask(FeedRequest<?> request);

    /**
     * Hands over an element that another task has had and has not finished: the values of an untracked tuple, or a
     * request that is not asked. There is always room for it, as the other task has bounded it. Returns false if the
     * task is closed.
     */
    boolean again(Object element);

    /** Waits until there may be room, but not long. The caller tries again afterwards, in any case. */
    void awaitRoom(long mostNanos);

    /** Sets the consumer of untracked tuples that are left after the close. Requests handle the close themselves. */
    void heir(Consumer<Object[]> next);
}
