// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import java.util.Arrays;

/** The tasks that were chosen for one tuple. The list is reused for each emission of a task. */
public final class TargetList {

    private int[] tasks = new int[8];
    private int size;

    /**
     * Returns the number that stands for a task of a component which is chosen when it is free.
     *
     * @param firstTask first task of the component
     */
    public static int freeTaskOf(int firstTask) {
        return -firstTask;
    }

    public void clear() {
        size = 0;
    }

    public void add(int task) {
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * size);
        }
        tasks[size++] = task;
    }

    public int size() {
        return size;
    }

    public int get(int index) {
        return tasks[index];
    }

    /** Returns a copy. */
    public int[] toArray() {
        return Arrays.copyOf(tasks, size);
    }
}
