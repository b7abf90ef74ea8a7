// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;

/**
 * The finished tasks of one worker, as its supervisor reports them.
 *
 * @param tasks ids of the tasks that have reported that they are finished; never empty
 */
public record FinishedTasks(String topologyId, List<Integer> tasks) {}
