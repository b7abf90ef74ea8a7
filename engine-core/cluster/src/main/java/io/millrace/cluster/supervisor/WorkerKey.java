// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

/** Identifies a worker on a node. */
record WorkerKey(String topologyId, String worker) {}
