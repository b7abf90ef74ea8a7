package io.millrace.cluster.supervisor;

/** Names a worker on a node. */
record WorkerKey(String topologyId, String worker) {}
