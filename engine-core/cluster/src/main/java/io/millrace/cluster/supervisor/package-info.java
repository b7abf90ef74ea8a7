// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon on a node that starts workers, watches them, and removes their files. The loop {@code millrace-supervisor}
 * owns the state of all workers and compares the assignment in the registry with the running processes. HTTP threads
 * read published reports only. The thread {@code millrace-fetch} brings jars.
 *
 * <p>Every start of a worker has its own directory in shared memory, {@code <ipc.dir>/<cluster>/<node>/<topology
 * id>/<worker>-<epoch>}. It holds the launch specification, the worker's lock, its rings and its metrics. A restarted
 * supervisor finds its workers by these directories alone. A worker is dead when its process was seen to exit, or the
 * kernel has released its lock. Only then is its directory removed. A running worker without a heartbeat for {@code
 * worker.hang.timeout} is killed.
 */
package io.millrace.cluster.supervisor;
