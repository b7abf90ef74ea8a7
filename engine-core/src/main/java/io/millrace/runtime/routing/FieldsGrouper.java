package io.millrace.runtime.routing;

import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValueCodec;

/** Sends equal keys to the same task, in every process and run. */
final class FieldsGrouper implements Grouper {

    private final int[] tasks;
    private final int[] positions;
    private final ValueCodec codec;

    FieldsGrouper(int[] tasks, int[] positions, ValueCodec codec) {
        this.tasks = tasks;
        this.positions = positions;
        this.codec = codec;
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        targets.add(tasks[StableHash.bucket(StableHash.of(values, positions, codec), tasks.length)]);
    }
}
