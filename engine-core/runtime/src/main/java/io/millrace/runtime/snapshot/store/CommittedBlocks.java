// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.util.Map;

/**
 * The places of the blocks of a worker in the last committed snapshot.
 *
 * @param snapshotId id of the snapshot; 0 if there is none
 * @param objectBytes lengths of the objects that contain the blocks
 */
record CommittedBlocks(long snapshotId, Map<BlockName, BlockLocation> blocks, Map<String, Long> objectBytes) {

    static final CommittedBlocks NONE = new CommittedBlocks(0, Map.of(), Map.of());

    /**
     * Returns the place of a block that has not changed since a snapshot. The last snapshot contains it too, whatever
     * was committed between them.
     *
     * @throws IllegalStateException if the place is not known
     */
    BlockLocation unchanged(BlockName name, long since) {
        BlockLocation location = since > 0 && since <= snapshotId ? blocks.get(name) : null;
        if (location == null) {
            throw new IllegalStateException(SnapshotFileReader.named(name) + " has not changed since snapshot " + since
                    + ", but the writer knows of snapshot " + snapshotId
                    + (blocks.containsKey(name) ? " alone" : ", which does not contain it")
                    + ": this is an error of the engine, report it");
        }
        return location;
    }
}
