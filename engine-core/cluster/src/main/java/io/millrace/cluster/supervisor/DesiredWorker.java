// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Versioned;

/** The desired state of a worker on this node. */
record DesiredWorker(TopologyRecord topology, Versioned<AssignmentRecord> assignment) {}
