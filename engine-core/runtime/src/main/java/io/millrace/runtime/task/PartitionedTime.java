// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** Takes a spout's calls about its partitions. The methods are those of {@link io.millrace.api.SpoutCollector}. */
public interface PartitionedTime {

    /** The partitions of a spout whose event time is not known. */
    PartitionedTime NONE = new PartitionedTime() {};

    default void partitions(int[] ids) {}

    default void backlog(int[] ids) {}

    default void add(int id, boolean backlog) {}

    default void remove(int id) {}

    default void partition(int id) {}
}
