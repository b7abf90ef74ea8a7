// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.List;

/**
 * A coordinator's access to its worker. No call blocks, and none calls the coordinator back before it returns: results
 * come later, on the coordinator's thread, by the methods of {@link Coordinator} that are named here.
 */
public interface CoordinatorPort {

    /**
     * Sends a message to the agent of a worker. It may be lost.
     *
     * @param epoch number of the worker's start to which the message belongs, as far as the link can tell
     */
    void send(String worker, long epoch, SnapshotMessage message);

    /**
     * Reads the pointer as it is after all writes that have returned so far, so that a stale copy does not count. Ends
     * with {@link Coordinator#pointerRead} or {@link Coordinator#pointerUnknown}.
     */
    void readPointer();

    /**
     * Replaces the pointer if it has this version. Ends with {@link Coordinator#pointerSet},
     * {@link Coordinator#pointerRefused} if it has another version, or {@link Coordinator#pointerUnknown} if it is not
     * known whether it was or will be replaced.
     *
     * @param version version of the last {@code pointerRead} or {@code pointerSet}
     */
    void setPointer(long version, Pointer pointer);

    /**
     * Makes a manifest durable, in another thread. Ends with {@link Coordinator#manifestPublished} or
     * {@link Coordinator#manifestFailed}.
     *
     * @param parts one for each worker
     */
    void publishManifest(long generation, long snapshotId, List<WorkerPart> parts);

    /**
     * Deletes, in another thread, all files of snapshots up to {@code snapshotId} that the kept snapshots do not need.
     *
     * @param kept all snapshots that may be restored
     */
    void cleanUp(List<PublishedManifest> kept, long snapshotId);

    /** Ends the topology as failed. The coordinator does nothing more. */
    void failTopology(String reason);

    /** Reports one line to the operator. */
    void report(String line);
}
