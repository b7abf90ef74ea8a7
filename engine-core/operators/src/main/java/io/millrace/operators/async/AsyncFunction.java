// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.io.Serializable;
import java.util.concurrent.CompletionStage;

/**
 * Starts one asynchronous call per tuple, for {@code Bolts.async}. It can be a lambda, or a class that opens a client.
 * Each task has its own copy, whose methods are called by the task's thread.
 *
 * @param <T> the class of a call's result
 */
@FunctionalInterface
public interface AsyncFunction<T> extends Serializable {

    /** Creates objects that cannot be serialized, such as a client, which are kept in transient fields. */
    default void open(TaskContext context) {}

    /**
     * Starts a call. Must not block. An exception counts as a failed call.
     *
     * @return the stage, which any thread may complete; not null. It is cancelled when the time is over or the task is
     *     closed.
     */
    CompletionStage<? extends T> call(Tuple input);

    /** Releases the objects that {@code open} created. Also called if {@code open} has thrown. */
    default void close() {}
}
