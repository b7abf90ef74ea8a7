package io.millrace.runtime.link;

import java.util.List;

/**
 * An executor in another region.
 *
 * @param workerEpoch of its worker's start
 * @param assignmentEpoch of the assignment by which the link to it was made
 * @param tasks that it runs
 */
public record CopyTarget(String worker, String region, long workerEpoch, long assignmentEpoch, List<Integer> tasks) {}
