// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import io.millrace.api.config.Config;
import io.millrace.api.config.QueueMemory;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The memory and files that the queues of a worker may use.
 *
 * @param base directory of the directories of all workers of this user on this node
 * @param memoryBytes most memory of all blocks, wherever they are
 * @param diskBytes most bytes of all files; 0: no files
 * @param maxRecordBytes longest record
 * @param queues most queues that are open at a time
 */
public record SpillSettings(Path base, long memoryBytes, long diskBytes, int maxRecordBytes, int queues) {

    private static final int MIN_BLOCK = 4 << 10;
    private static final int MAX_BLOCK = 1 << 20;

    /** The blocks of memory for each queue, so that the blocks of their own take a sixteenth of the memory. */
    private static final int BLOCKS_PER_QUEUE = 32;

    private static final long SEGMENT_BYTES = 64L << 20;
    private static final int FEWEST_SEGMENTS = 8;

    /** The most segments, which are open files. */
    private static final int MOST_SEGMENTS = 512;

    /** The room beside the encoded tuple in the longest record. */
    private static final int HEAD_ROOM = 1 << 10;

    /** @throws IllegalArgumentException if the memory is too small for these queues, or for records of this length */
    public SpillSettings {
        if (queues < 1 || memoryBytes < bytesOfQueues(queues) || memoryBytes < 3L * maxRecordBytes) {
            throw new IllegalArgumentException(memoryBytes + " bytes of memory for " + queues
                    + " queues and records of " + maxRecordBytes + " bytes: too few");
        }
    }

    /** Returns the directory of the directories of all workers of this user on a node, below another one. */
    public static Path base(Path directory, String node) {
        String own = "millrace-queues-" + System.getProperty("user.name") + "-" + node;
        return directory.resolve(own.replaceAll("[^A-Za-z0-9_.-]", "_"));
    }

    /** Removes the files of dead workers of this user below a directory. */
    public static void removeDead(Path base) throws IOException {
        DirectoryDisk.removeDead(base);
    }

    /**
     * Reads the settings of a topology. Half of its memory is for blocks.
     *
     * @param directory directory of the files if topology.queue.dir is empty
     * @param node node of the worker; directories of several nodes may be on one file system
     * @param queues most queues that are open at a time in the worker
     * @throws TopologyException if the memory is too small for the longest tuple or this number of queues
     */
    public static SpillSettings of(Config config, Path directory, String node, int queues) {
        QueueMemory.check(config);
        QueueMemory.requireEncoded(
                config,
                bytesOfQueues(queues),
                "the worker has " + queues + " queues",
                "use more workers (" + TopologyKeys.WORKERS.name() + ")");
        String set = config.get(TopologyKeys.QUEUE_DIR);
        return new SpillSettings(
                base(set.isEmpty() ? directory : Path.of(set), node),
                QueueMemory.encoded(config),
                config.get(TopologyKeys.QUEUE_DISK),
                Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES)) + HEAD_ROOM,
                queues);
    }

    private static long bytesOfQueues(int queues) {
        return (long) queues * BLOCKS_PER_QUEUE * MIN_BLOCK;
    }

    int blockBytes() {
        long share = Long.highestOneBit(memoryBytes / (BLOCKS_PER_QUEUE * (long) queues));
        return (int) Math.max(MIN_BLOCK, Math.min(share, MAX_BLOCK));
    }

    /** Returns the number of blocks that queues share. */
    int sharedBlocks() {
        return Math.toIntExact(memoryBytes / blockBytes() - 2L * queues);
    }

    /** Returns the most blocks that the longest record takes, as it may begin in the rest of a block. */
    int blocksOfLongestRecord() {
        int content = blockBytes() - SegmentDescriptor.PIECE_CONTENT;
        return (maxRecordBytes + content - 1) / content;
    }

    /**
     * Returns the number of taken shared blocks from which on full blocks go to files: the others are for blocks on
     * their way, and for long records.
     */
    int crowdedFrom() {
        int shared = sharedBlocks();
        return Math.max(1, shared - Math.max(shared / 4, 2 * blocksOfLongestRecord()));
    }

    long segmentBytes() {
        return Math.max(Math.min(SEGMENT_BYTES, diskBytes / FEWEST_SEGMENTS), diskBytes / MOST_SEGMENTS);
    }
}
