package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.store.SnapshotWriter;
import java.util.function.Function;

/** What runs beside the executors of a worker for its snapshots: threads, or the turns of a test. */
public interface SnapshotThreads extends AutoCloseable {

    /** Returns where reads of the store, and what the coordinator does there, run. */
    Background background();

    /** Returns where a snapshot is copied for a user, which may take long. */
    Background copies();

    /**
     * Makes the worker's writer and runs it.
     *
     * @param maker makes it, with what wakes its thread
     */
    SnapshotWriter startWriter(Function<Runnable, SnapshotWriter> maker);

    /** Ends both, after what is under way. */
    @Override
    void close();
}
