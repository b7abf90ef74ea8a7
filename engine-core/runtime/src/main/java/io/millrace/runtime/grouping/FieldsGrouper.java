// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.runtime.codec.KeyPartitions;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.stream.IntStream;

/**
 * Sends equal keys to the same task, in every process and run. A component with states gets keys by their partition, of
 * which each task owns a range.
 */
final class FieldsGrouper implements Grouper {

    private final int[] tasks;
    private final int[] positions;
    private final ValuesCodec codec;
    private final boolean byPartition;

    FieldsGrouper(int[] tasks, int[] positions, ValuesCodec codec, boolean byPartition) {
        this.tasks = tasks;
        this.positions = positions;
        this.codec = codec;
        this.byPartition = byPartition;
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        long hash = StableHash.of(values, positions, codec);
        targets.add(
                tasks[byPartition ? KeyPartitions.owner(hash, tasks.length) : StableHash.bucket(hash, tasks.length)]);
    }

    @Override
    public boolean reads(int field) {
        return IntStream.of(positions).anyMatch(position -> position == field);
    }
}
