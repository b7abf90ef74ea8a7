// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.spi.SnapshotStore;

/**
 * The stores of a coordinator.
 *
 * @param snapshots store of the files of snapshots
 * @param pointers store of the pointer
 * @param archive archive that writes and deletes manifests
 * @param connectors class loader of the stores that a user names for a savepoint
 */
record CoordinatorStores(SnapshotStore snapshots, PointerStore pointers, Archive archive, ClassLoader connectors) {}
