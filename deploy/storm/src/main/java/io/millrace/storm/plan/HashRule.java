// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.plan;

import io.millrace.api.CustomGrouping;
import io.millrace.api.TaskContext;
import io.millrace.storm.value.Boxes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Storm's fields grouping: by {@code hashCode} of the values, which may be of any class. The engine's own grouping
 * compares encoded values, which equal objects of Kryo need not have in common.
 */
final class HashRule implements CustomGrouping {

    private static final long serialVersionUID = 1L;

    private final int[] positions;

    private transient List<List<Integer>> targets;

    HashRule(int[] positions) {
        this.positions = positions.clone();
    }

    @Override
    public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
        targets = new ArrayList<>();
        targetTasks.stream().sorted().forEach(task -> targets.add(List.of(task)));
    }

    @Override
    public List<Integer> chooseTasks(List<Object> packed) {
        List<Object> values = Boxes.unpack(packed);
        Object[] key = new Object[positions.length];
        for (int i = 0; i < positions.length; i++) {
            key[i] = values.get(positions[i]);
        }
        return targets.get(Math.floorMod(Arrays.deepHashCode(key), targets.size()));
    }
}
