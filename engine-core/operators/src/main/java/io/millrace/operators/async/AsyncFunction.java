package io.millrace.operators.async;

import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.io.Serializable;
import java.util.concurrent.CompletionStage;

/**
 * Starts one asynchronous call per tuple, for {@code Bolts.async}. A lambda will do, or a class that opens a client.
 * Each task has its own copy, whose methods are called by the task's thread.
 *
 * @param <T> what a call results in
 */
@FunctionalInterface
public interface AsyncFunction<T> extends Serializable {

    /** Creates what cannot be serialized, such as a client, and keeps it in transient fields. */
    default void open(TaskContext context) {}

    /**
     * Starts a call. Must not block. An exception counts as a failed call.
     *
     * @return completed by any thread; not null. It is cancelled when the time is over or the task is closed.
     */
    CompletionStage<? extends T> call(Tuple input);

    /** Releases what {@code open} created. Also called if {@code open} has thrown. */
    default void close() {}
}
