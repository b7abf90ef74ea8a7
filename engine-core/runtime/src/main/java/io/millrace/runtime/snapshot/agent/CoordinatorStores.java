package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;

/**
 * Where a coordinator keeps what it decides.
 *
 * @param snapshots has the files of snapshots
 * @param pointers has which snapshot counts
 * @param archive writes and deletes manifests
 * @param connectors has the classes of stores that a user names for a savepoint
 */
record CoordinatorStores(SnapshotStore snapshots, PointerStore pointers, Archive archive, ClassLoader connectors) {}
