// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.ConfigKey;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A running worker, as seen by the process or the embedding service that holds it. Any thread may call it. */
public interface Worker extends AutoCloseable {

    /** Receives events that the holder must act on. Called on the worker's threads; must not block. */
    interface Listener {

        /** The worker cannot go on (a fatal Error, or a component that does not open) and must be closed. */
        void failed(Throwable cause);
    }

    /** Returns the endpoint by which peers connect to this worker; constant. */
    PeerEndpoint endpoint();

    /**
     * Sets the other workers of the topology that are up now, each with its newest epoch. Replaces the previous set.
     */
    void peers(Collection<PeerEndpoint> peers);

    /**
     * Sets the other workers of the topology that are up now, and a new placement. This worker's own tasks stay.
     * Workers without tasks in this placement are linked too, so that a later placement can give them some at once.
     *
     * @return whether there are links to all of these workers
     */
    boolean peers(TaskPlacement placement, Collection<PeerEndpoint> peers);

    /**
     * Sets the newest epoch that was granted to each worker of the topology, by name: to those that are up, and to
     * those that start. No other worker may connect.
     */
    default void granted(Map<String, Long> epochs) {}

    /**
     * Sets the services of other processes that feed, ask or take now. Must be called every second: it also finds
     * services that have died, and tries again to reach those that were not reachable.
     */
    void clients(Collection<ClientEndpoint> clients);

    /**
     * Counts what links to peers have dropped since the last call, as {@link #peers} does, and lets services begin anew
     * to which messages were dropped, as {@link #clients} does. Must be called every second, also while it is not known
     * which peers and services there are.
     */
    void countDrops();

    /**
     * Makes the component instances of a worker that {@link WorkerRuntime#hold} made, and so loads their classes, but
     * does not call them. Opening takes less time then.
     */
    void prepare();

    /** Opens the components of a worker that {@link WorkerRuntime#hold} made. Only the first call has an effect. */
    void open();

    /**
     * Runs an action as soon as the executors have run all commands that they got before. It runs on one of their
     * threads and must not block.
     */
    void whenSettled(Runnable done);

    /**
     * Requests a snapshot. Only the worker of the coordinator acts; nothing happens if the request was fulfilled, or if
     * the topology takes none.
     */
    void snapshotFor(SnapshotRequest request);

    /** Lets spouts emit. */
    void activate();

    /** Keeps spouts from emitting. Tuples in flight are still processed. */
    void deactivate();

    /** Returns the ports at which services reach the tasks of this worker. */
    ServicePorts ports();

    /**
     * Makes a savepoint if the coordinator of snapshots is in this worker. May be called again with the same order.
     *
     * @param answers takes the result on a thread of the worker; must not block
     */
    default void savepoint(SavepointOrder order, Consumer<SavepointResult> answers) {}

    /** Takes another value of a key that may change while the topology runs ({@link ConfigKey#isLive}). */
    default void setting(ConfigKey<?> key, String value) {}

    WorkerSnapshot snapshot();

    /** Returns traces that ended here in the last minute. */
    List<TraceRecord> traces();

    /**
     * Returns why this worker does not process what it could, one line each: executors that have not opened their
     * components yet, and calls that do not return.
     *
     * @param longestCallNanos longest time of a call; 0 for any duration
     */
    List<String> problems(long longestCallNanos);

    /** Returns the component and task that a thread is calling; empty if it is no executor's thread. */
    Optional<String> calleeOf(Thread thread);

    /**
     * Returns, after {@link #close}, whether all components are closed or were never opened. False if a component
     * ignores its interruption.
     */
    boolean hasClosedComponents();

    /** Closes all components, and releases threads, ports and files. */
    @Override
    void close();
}
