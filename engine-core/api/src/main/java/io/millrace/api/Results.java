// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Takes the tuples of a bolt that was made by {@code Bolts.results}. Each subscription gets each tuple that reaches the
 * bolt after it has begun. The settings hold for the subscriptions that are made from this handle; each setting returns
 * a changed copy. Any thread may call all methods, except that {@link #poll} takes turns.
 *
 * <p>A subscription holds tuples that were not taken yet, up to its capacity. A full subscription holds the topology
 * back, unless it drops tuples.
 */
public interface Results extends AutoCloseable {

    /** Names the subscriptions, for metrics and logs. The default is the name of the calling thread. */
    Results named(String name);

    /**
     * Sets how many tuples a subscription holds.
     *
     * @param tuples 1 to 2^20, rounded up to a power of two; 1,024 if not set
     */
    Results capacity(int tuples);

    /** Drops the oldest tuple of a full subscription, and counts the drops. */
    Results dropOldest();

    /**
     * Calls a consumer with each tuple, on a thread of its own, one at a time. An exception of the consumer is counted
     * and logged, and the consumer is called with the next tuple.
     */
    ResultSubscription subscribe(Consumer<? super Tuple> consumer);

    /** Returns a publisher. Each subscriber has a subscription and a thread of its own. */
    Flow.Publisher<Tuple> publisher();

    /**
     * Takes the next tuple. The first call subscribes, {@link #close} ends that subscription.
     *
     * @param most the longest time to wait; zero does not wait
     * @return the tuple; null if none came in that time
     * @throws IllegalStateException if the topology has ended and no tuple is left
     */
    Tuple poll(Duration most) throws InterruptedException;

    /** Ends the subscription of {@link #poll}; others go on. */
    @Override
    void close();
}
