// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * A task that is to be restored, of a topology that may have had another number of tasks and workers.
 *
 * @param taskIndex index among the present tasks of the component, from 0
 * @param tasks present number of the component's tasks
 * @param firstPartition first of its partitions, 0 to 255
 * @param endPartition one more than the last of its partitions
 */
public record TaskClaim(String component, int taskIndex, int tasks, int firstPartition, int endPartition) {

    /**
     * Returns whether the task needs a block of its component. Partitions belong to the task that owns them now. All
     * positions go to all tasks of a spout. All other blocks go to the task of the same index, or to the first task if
     * there is none.
     */
    boolean needs(BlockName block) {
        int index = block.index();
        return switch (block.kind()) {
            case PARTITION -> index >= firstPartition && index < endPartition;
            case POSITION -> true;
            case TASK, PREPARED, CHANNEL -> taskIndex == (index < tasks ? index : 0);
        };
    }
}
