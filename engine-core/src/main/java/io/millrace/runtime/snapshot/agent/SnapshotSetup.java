package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;

/**
 * What a worker needs from outside to take snapshots.
 *
 * @param store of the topology's snapshots, which the worker closes
 * @param pointers where the pointer of the topology is
 * @param assignment the epoch of the assignment with which the worker starts
 */
public record SnapshotSetup(SnapshotStore store, PointerStore pointers, long assignment) {}
