/**
 * Snapshots as objects of a {@link io.millrace.api.spi.SnapshotStore}: the files of workers, the manifests that name them, and who
 * deletes them.
 *
 * <p>A worker's writer thread writes and reads its files; the coordinator's writes manifests and deletes what no manifest needs.
 */
package io.millrace.runtime.snapshot.store;
