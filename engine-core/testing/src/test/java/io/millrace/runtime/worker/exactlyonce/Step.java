// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

/** The named steps of a snapshot and of a recovery, before and after which workers die. */
enum Step {
    /** A spout gives its position. Its barriers leave in the same turn. */
    BARRIER_EMITTED,
    /**
     * All barriers have come to a sink, which prepares. Its capture is copied, and its worker's writer gets it, in the
     * same turn.
     */
    ALIGNED_AND_COPIED,
    /** The writer of a worker begins its file. */
    BLOCK_WRITTEN,
    /** A worker's file becomes durable. */
    FILE_DURABLE,
    /** The manifest becomes durable. */
    MANIFEST_DURABLE,
    /** The pointer is set to a snapshot: the commit. */
    POINTER_SET,
    /** A sink is told to commit. */
    COMMIT_CALLED,
    /** A sink has made its inputs visible, and has noted in the same transaction that it did. */
    MARKER_WRITTEN,
    /** Files of snapshots before the last ones are deleted. */
    DELETED,
    /** The pointer is set to the next generation. */
    GENERATION_SET,
    /** A manifest is read. */
    MANIFEST_READ,
    /** A spout goes back to its position. */
    SPOUT_RESTORED,
    /** A sink makes the inputs of the snapshot visible, and removes what else was prepared. */
    SINK_RECOVERED
}
