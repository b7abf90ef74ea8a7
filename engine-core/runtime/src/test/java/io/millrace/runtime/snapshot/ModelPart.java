// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The content of a file that a worker has written for a snapshot.
 *
 * @param position position of its source
 * @param prepared outputs that its sink had prepared, and was not told to commit
 */
record ModelPart(
        String worker, long snapshotId, long generation, long epoch, int position, List<ModelSink.Prepared> prepared) {

    /**
     * All parts that there ever were, by digest. A file is not part of a state, as the message that names it tells its
     * content.
     */
    private static final Map<String, ModelPart> BY_DIGEST = new ConcurrentHashMap<>();

    WorkerPart published() {
        String digest = toString();
        BY_DIGEST.put(digest, this);
        return new WorkerPart(worker, generation + "/" + epoch + "/" + snapshotId, 1, digest, List.of());
    }

    static ModelPart read(WorkerPart part) {
        return BY_DIGEST.get(part.digest());
    }
}
