// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/** Receives the outcomes of a worker's parts of snapshots. Called by the writer's thread; must not block or throw. */
public interface SnapshotListener {

    /**
     * The captures of all tasks of the worker are in a file, which is durable.
     *
     * @param wholeBytes bytes of the file, and of the blocks in earlier files to which it refers
     */
    void written(long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times);

    /**
     * The worker has no part of this snapshot.
     *
     * @param reason reason, one line
     */
    void failed(long generation, long snapshotId, String reason);

    /** The worker cannot go on, so that no more outcomes follow. */
    default void fatal(Error error) {
        throw error;
    }
}
