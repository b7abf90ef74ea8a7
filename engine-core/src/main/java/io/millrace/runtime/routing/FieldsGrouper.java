package io.millrace.runtime.routing;

import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;

/** Sends equal keys to the same task, in every process and run. */
final class FieldsGrouper implements Grouper {

    private final int[] tasks;
    private final int[] positions;
    private final ValuesCodec codec;

    FieldsGrouper(int[] tasks, int[] positions, ValuesCodec codec) {
        this.tasks = tasks;
        this.positions = positions;
        this.codec = codec;
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        targets.add(tasks[StableHash.bucket(StableHash.of(values, positions, codec), tasks.length)]);
    }
}
