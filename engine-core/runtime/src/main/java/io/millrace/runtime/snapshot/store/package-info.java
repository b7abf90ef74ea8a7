// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots as objects of a {@link io.millrace.api.spi.SnapshotStore}: the files of workers, the manifests that name
 * them, and their deletion.
 *
 * <p>Executors hand the captures of their tasks to {@link io.millrace.runtime.snapshot.store.SnapshotWriter}, whose
 * thread writes the worker's file. {@link io.millrace.runtime.snapshot.store.SnapshotReader} restores.
 * {@link io.millrace.runtime.snapshot.store.Manifests} and {@link io.millrace.runtime.snapshot.store.SnapshotCleaner}
 * do I/O, so the coordinator calls them on a thread of its own, not on an executor's.
 */
package io.millrace.runtime.snapshot.store;
