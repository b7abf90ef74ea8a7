// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * Which worker of which topology it is.
 *
 * @param topologyId unique among all submissions
 * @param worker its name within the topology
 * @param node name of the node on which it runs
 * @param epoch grows with every start of this worker
 */
public record WorkerIdentity(String topologyId, String topologyName, String worker, String node, long epoch) {}
