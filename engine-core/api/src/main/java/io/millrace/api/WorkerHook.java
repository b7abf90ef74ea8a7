// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.io.Serializable;

/**
 * Makes an object that the tasks of a worker share, such as a connection pool or a model, and releases it at the end. A
 * hook is added by {@link TopologyBuilder#workerHook}; tasks find the object by {@link TaskContext#shared}.
 *
 * <pre>{@code
 * builder.workerHook(context -> new ConnectionPool(context.config().get("app.pool.url", "")));
 * }</pre>
 *
 * <p>The instance that the builder gets is a template, as components are: it is serialized, and each worker process
 * gets a copy. Hooks open in the order in which they were added, before the first task of the worker opens. They close
 * in the reverse order, after its last task has closed, at an orderly end only.
 *
 * @param <T> the object, which tasks on several threads may use at a time
 */
@FunctionalInterface
public interface WorkerHook<T> extends Serializable {

    /**
     * Makes the object. Called once per worker process, by the thread of one of its executors, and may block. If it
     * throws, the worker does not start, and is started again with back-off.
     *
     * @return the object that tasks share; null for none
     */
    T open(WorkerContext context);

    /**
     * Releases what {@link #open} returned. An exception is only logged. By default an {@link AutoCloseable} is closed.
     *
     * @param shared the object, not null
     */
    default void close(T shared) {
        if (shared instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
