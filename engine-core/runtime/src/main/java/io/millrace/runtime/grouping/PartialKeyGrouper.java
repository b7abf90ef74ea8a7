// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.stream.IntStream;

/**
 * Gives each key two candidate tasks. The task to which this source has sent less gets the tuple (Nasir et al., The
 * Power of Both Choices, ICDE 2015).
 */
final class PartialKeyGrouper implements Grouper {

    private final int[] tasks;
    private final int[] positions;
    private final ValuesCodec codec;
    private final long[] given;

    PartialKeyGrouper(int[] tasks, int[] positions, ValuesCodec codec) {
        this.tasks = tasks;
        this.positions = positions;
        this.codec = codec;
        this.given = new long[tasks.length];
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        long hash = StableHash.of(values, positions, codec);
        int first = StableHash.bucket(hash, tasks.length);
        int second = first;
        if (tasks.length > 1) {
            // The second candidate is chosen among the other tasks, so that every key has two different candidates
            second = StableHash.bucket(StableHash.second(hash), tasks.length - 1);
            second += second >= first ? 1 : 0;
        }
        int chosen = given[second] < given[first] ? second : first;
        given[chosen]++;
        targets.add(tasks[chosen]);
    }

    @Override
    public boolean reads(int field) {
        return IntStream.of(positions).anyMatch(position -> position == field);
    }
}
