// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Feeds a spout that was made by {@code Spouts.fed}. Any thread may call all methods, many at once. The arrays of
 * values belong to the engine after the call.
 *
 * <p>A number of values that differs from the spout's fields is an {@link IllegalArgumentException}. After {@link
 * #close}, and after the end of the topology, {@code offer} throws {@link IllegalStateException}.
 *
 * <p>Stages are completed by a thread of the engine, which must not be blocked: use the {@code ...Async} methods of
 * {@link CompletionStage} for long work.
 */
public interface Feed extends AutoCloseable {

    /**
     * Offers a tuple without a stage to wait for. It is untracked, unless the spout has {@link FedSpout#retries}: then
     * it is repeated when it fails, and its final failure is counted and logged.
     *
     * @return false if there is no room now
     */
    boolean offer(Object... values);

    /**
     * Offers a tuple as {@link #offer(Object...)} does, and waits for room.
     *
     * @param most the longest time to wait
     * @return false if there was no room in that time
     */
    boolean offer(Duration most, Object... values) throws InterruptedException;

    /**
     * Sends a tuple and tracks it. The stage is completed when its tree is completely processed; in an at-most-once
     * topology as soon as it is emitted. It fails with a {@link RequestException}: at once if there is no room.
     */
    CompletionStage<Void> send(Object... values);

    /** Returns a subscriber as {@link #subscriber(int)} does, with a window of 256. */
    default Subscriber subscriber() {
        return subscriber(256);
    }

    /**
     * Returns a subscriber that sends each list of values as one tracked tuple. It requests as many from its publisher
     * as have been processed, so the topology's pace reaches the publisher. It can be subscribed once. Tuples are
     * emitted in their order, unless a tuple finds no room, because others feed too, and is sent again later.
     *
     * @param window the tuples in flight at a time, from 1
     */
    Subscriber subscriber(int window);

    /** Closes this handle. Tuples that were offered or sent before are still processed. */
    @Override
    void close();

    /** Sends the tuples that a publisher publishes. */
    interface Subscriber extends Flow.Subscriber<List<?>> {

        /**
         * Returns a stage that is completed with the number of tuples when the publisher has completed and all tuples
         * are processed. It fails with the publisher's error, or with the first {@link RequestException} of a tuple,
         * which also cancels the subscription.
         */
        CompletionStage<Long> completion();
    }
}
