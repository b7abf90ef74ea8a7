// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import java.util.ArrayList;
import java.util.List;

/**
 * The tasks of some components, numbered from 0. A component's tasks have consecutive ids in one or two runs, so the
 * set needs little memory. Immutable.
 */
public final class TaskSet {

    private final int[] firsts;
    private final int[] ends;
    private final int[] bases;
    private final int size;

    /**
     * The bounds of the first run, as most sets have one run and are asked for each tuple; 0 and 0 if there is none.
     */
    private final int first;

    private final int countOfFirst;

    /** @param tasksOfComponents tasks of each component, ascending */
    TaskSet(List<List<Integer>> tasksOfComponents) {
        List<List<Integer>> runs = new ArrayList<>();
        tasksOfComponents.forEach(tasks -> addRuns(tasks, runs));
        int count = runs.size();
        firsts = new int[count];
        ends = new int[count];
        bases = new int[count];
        int next = 0;
        for (int i = 0; i < count; i++) {
            List<Integer> tasks = runs.get(i);
            firsts[i] = tasks.get(0);
            ends[i] = tasks.get(tasks.size() - 1) + 1;
            bases[i] = next;
            next += tasks.size();
        }
        size = next;
        first = count == 0 ? 0 : firsts[0];
        countOfFirst = count == 0 ? 0 : ends[0] - first;
    }

    /** Adds the runs of a component's tasks. Dormant tasks have ids behind those of all components. */
    private static void addRuns(List<Integer> tasks, List<List<Integer>> runs) {
        int begin = 0;
        for (int i = 1; i <= tasks.size(); i++) {
            if (i == tasks.size() || tasks.get(i) != tasks.get(i - 1) + 1) {
                runs.add(tasks.subList(begin, i));
                begin = i;
            }
        }
    }

    public int size() {
        return size;
    }

    /** Returns the number of a task; -1 if it is not in the set. */
    public int indexOf(int task) {
        int index = task - first;
        return index >= 0 && index < countOfFirst ? index : search(task);
    }

    private int search(int task) {
        for (int i = 1; i < firsts.length; i++) {
            if (task >= firsts[i] && task < ends[i]) {
                return bases[i] + task - firsts[i];
            }
        }
        return -1;
    }

    /** Returns the task with this number. */
    public int task(int index) {
        int i = firsts.length - 1;
        while (bases[i] > index) {
            i--;
        }
        return firsts[i] + index - bases[i];
    }
}
