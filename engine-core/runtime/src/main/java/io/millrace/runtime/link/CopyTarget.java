// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import java.util.List;

/**
 * An executor in another region.
 *
 * @param workerEpoch number of its worker's start
 * @param assignmentEpoch epoch of the assignment by which the link to it was made
 * @param tasks tasks that it runs
 */
public record CopyTarget(String worker, String region, long workerEpoch, long assignmentEpoch, List<Integer> tasks) {}
