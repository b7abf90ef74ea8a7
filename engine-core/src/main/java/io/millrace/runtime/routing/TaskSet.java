package io.millrace.runtime.routing;

import java.util.List;

/** The tasks of some components, numbered from 0. A component's tasks have consecutive ids, so it needs little memory. Immutable. */
public final class TaskSet {

    private final int[] firsts;
    private final int[] ends;
    private final int[] bases;
    private final int size;

    /** Of the first component, as most sets have one and are asked for each tuple; 0 and 0 if there is none. */
    private final int first;

    private final int count;

    /** @param tasksOfComponents of each component, ascending */
    TaskSet(List<List<Integer>> tasksOfComponents) {
        int components = tasksOfComponents.size();
        firsts = new int[components];
        ends = new int[components];
        bases = new int[components];
        int next = 0;
        for (int i = 0; i < components; i++) {
            List<Integer> tasks = tasksOfComponents.get(i);
            firsts[i] = tasks.get(0);
            ends[i] = tasks.get(tasks.size() - 1) + 1;
            bases[i] = next;
            next += tasks.size();
        }
        size = next;
        first = components == 0 ? 0 : firsts[0];
        count = components == 0 ? 0 : ends[0] - first;
    }

    public int size() {
        return size;
    }

    /** Returns the number of a task; -1 if it is not in the set. */
    public int indexOf(int task) {
        int index = task - first;
        return index >= 0 && index < count ? index : search(task);
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
