package io.millrace.runtime.routing;

import java.util.List;

/** The tasks of some components, numbered from 0. A component's tasks have consecutive ids, so it needs little memory. Immutable. */
public final class TaskSet {

    private final int[] firsts;
    private final int[] ends;
    private final int[] bases;
    private final int size;

    /** @param tasksOfComponents of each component, ascending */
    TaskSet(List<List<Integer>> tasksOfComponents) {
        int count = tasksOfComponents.size();
        firsts = new int[count];
        ends = new int[count];
        bases = new int[count];
        int next = 0;
        for (int i = 0; i < count; i++) {
            List<Integer> tasks = tasksOfComponents.get(i);
            firsts[i] = tasks.get(0);
            ends[i] = tasks.get(tasks.size() - 1) + 1;
            bases[i] = next;
            next += tasks.size();
        }
        size = next;
    }

    public int size() {
        return size;
    }

    /** Returns the number of a task; -1 if it is not in the set. */
    public int indexOf(int task) {
        for (int i = 0; i < firsts.length; i++) {
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
