package io.millrace.cluster.supervisor;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.TopologyRecord;

/** What the registry wants of a worker on this node. */
record DesiredWorker(TopologyRecord topology, AssignmentRecord assignment) {}
