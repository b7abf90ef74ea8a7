// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

/**
 * Divides the keys of a component into partitions by their {@link StableHash}, and the partitions into ranges, one for
 * each task. The number of partitions never changes, so that states can be given to any number of tasks up to it.
 * Stateless.
 */
public final class KeyPartitions {

    public static final int COUNT = 256;

    private KeyPartitions() {}

    /** Returns the partition of a key with this hash. */
    public static int of(long hash) {
        return StableHash.bucket(hash, COUNT);
    }

    /** Returns the index of the task that owns a key with this hash. */
    public static int owner(long hash, int tasks) {
        return of(hash) * tasks / COUNT;
    }

    /** Returns the first partition of the task with this index, whose range ends before that of the next index. */
    public static int first(int taskIndex, int tasks) {
        return (taskIndex * COUNT + tasks - 1) / tasks;
    }
}
