// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.util.List;

/**
 * The endpoint by which processes on the same node reach one executor.
 *
 * @param ring file of its inbound ring
 * @param tasks tasks that it runs, ascending; the position of a task in this list is its flag in the ring
 */
public record ExecutorEndpoint(String ring, List<Integer> tasks) {}
