// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * Names one block of a snapshot.
 *
 * @param index index of a partition, 0 to 255, if the kind is {@code PARTITION}; else of a task among those of its
 *     component, from 0
 */
public record BlockName(String component, Kind kind, int index) {

    /** The content of a block. The order is part of the format. */
    public enum Kind {
        /** States by key and timers of one partition. */
        PARTITION,
        /** States of one task without key. */
        TASK,
        /** The position that a spout returned. */
        POSITION,
        /** The transactions that a committing bolt has prepared, and not been told to commit. */
        PREPARED,
        /** Tuples that were on their way to a task. */
        CHANNEL
    }
}
