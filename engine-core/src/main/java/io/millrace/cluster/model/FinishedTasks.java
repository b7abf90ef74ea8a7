package io.millrace.cluster.model;

import java.util.List;

/**
 * What a supervisor says of a worker to a controller that only wants to know whether its topology may have completed.
 *
 * @param tasks ids of those that have said that they are finished; never empty
 */
public record FinishedTasks(String topologyId, List<Integer> tasks) {}
