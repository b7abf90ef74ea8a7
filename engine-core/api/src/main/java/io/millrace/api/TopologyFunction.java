// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A fed spout and the bolts that answer its tuples, seen as a function. Any thread may call all methods, many at once.
 * Immutable: {@link #timeout} and {@link #failOnWorkerDeath} return changed copies. The arrays of values belong to the
 * engine after the call.
 *
 * <p>Stages are completed by a thread of the engine, which must not be blocked: use the {@code ...Async} methods of
 * {@link CompletionStage} for long work.
 */
public interface TopologyFunction {

    /** Returns the fed spout's id. */
    String name();

    /** Returns the names of the values that a request takes. */
    Fields fields();

    /** Returns the names of the values of an answer. */
    Fields answers();

    /**
     * Asks the function. The stage is completed with the first answer, or fails with a {@link RequestException}. It
     * always ends: the spout's {@code topology.message.timeout} bounds its time. Cancelling {@link
     * CompletionStage#toCompletableFuture} gives the request up: it is not emitted if it still waits, and its answer is
     * ignored.
     *
     * @throws IllegalArgumentException if the number of values differs from the fields
     */
    CompletionStage<Tuple> ask(Object... values);

    /**
     * Limits the time in which an answer must come, beside the spout's {@code topology.message.timeout}.
     *
     * @param most from 1 ms
     */
    TopologyFunction timeout(Duration most);

    /** Fails requests whose worker dies, instead of repeating them. */
    TopologyFunction failOnWorkerDeath();

    /** Returns the number of requests without an answer. */
    int pending();
}
