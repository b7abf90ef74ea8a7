// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** The tasks that an emission went to, as Storm's collectors return them. Immutable. */
final class TaskIds extends AbstractList<Integer> implements RandomAccess {

    static final List<Integer> NONE = List.of();

    private final int[] tasks;

    TaskIds(int[] tasks) {
        this.tasks = tasks;
    }

    @Override
    public Integer get(int index) {
        return tasks[index];
    }

    @Override
    public int size() {
        return tasks.length;
    }
}
