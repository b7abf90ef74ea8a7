/**
 * The daemon on a node that starts workers, watches them and clears up after them. One thread, the loop
 * {@code millrace-supervisor}, owns all workers' state and compares what the registry wants with what runs; HTTP threads
 * read published reports only; a fetching thread brings jars.
 *
 * <p>Every start of a worker has a directory of its own in shared memory,
 * {@code <ipc.dir>/<cluster>/<node>/<topology id>/<worker>-<epoch>}. It holds what the worker was told, its lock, its rings
 * and its metrics, and is all that a restarted supervisor needs to find its workers again. A worker is dead when its
 * process was seen to exit, or the kernel has released its lock; only then its directory is removed.
 */
package io.millrace.cluster.supervisor;
