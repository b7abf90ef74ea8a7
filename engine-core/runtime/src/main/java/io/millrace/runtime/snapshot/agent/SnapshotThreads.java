// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.store.SnapshotWriter;
import java.util.function.Function;

/** The threads beside the executors of a worker for its snapshots: real threads, or the turns of a test. */
public interface SnapshotThreads extends AutoCloseable {

    /** Returns the background of reads of the store, and of the coordinator's actions there. */
    Background background();

    /** Returns the background in which a snapshot is copied for a user, which may take long. */
    Background copies();

    /**
     * Makes the worker's writer and runs it.
     *
     * @param maker maker of the writer from the action that wakes its thread
     */
    SnapshotWriter startWriter(Function<Runnable, SnapshotWriter> maker);

    /** Ends all threads, after the work that is under way. */
    @Override
    void close();
}
