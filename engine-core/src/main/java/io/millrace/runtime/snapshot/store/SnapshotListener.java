package io.millrace.runtime.snapshot.store;

/** Hears what became of a worker's parts of snapshots. Called by the writer's thread; must not block or throw. */
public interface SnapshotListener {

    /** All tasks of the worker are in a file, which is durable. */
    void written(long generation, long snapshotId, WorkerPart part, WriteTimes times);

    /**
     * The worker has no part of this snapshot.
     *
     * @param reason one line
     */
    void failed(long generation, long snapshotId, String reason);
}
