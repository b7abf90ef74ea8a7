// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

/** Sends every tuple to the same tasks: all of them, or the global one. */
final class FixedGrouper implements Grouper {

    private final int[] tasks;

    FixedGrouper(int... tasks) {
        this.tasks = tasks;
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        for (int task : tasks) {
            targets.add(task);
        }
    }

    @Override
    public boolean reads(int field) {
        return false;
    }
}
