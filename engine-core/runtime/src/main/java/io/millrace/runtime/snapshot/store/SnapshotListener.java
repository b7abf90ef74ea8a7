package io.millrace.runtime.snapshot.store;

/** Hears what became of a worker's parts of snapshots. Called by the writer's thread; must not block or throw. */
public interface SnapshotListener {

    /**
     * All tasks of the worker are in a file, which is durable.
     *
     * @param wholeBytes of the file, and of the blocks in earlier files to which it refers
     */
    void written(long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times);

    /**
     * The worker has no part of this snapshot.
     *
     * @param reason one line
     */
    void failed(long generation, long snapshotId, String reason);

    /** The worker cannot go on, so that nothing more is heard of its snapshots. */
    default void fatal(Error error) {
        throw error;
    }
}
