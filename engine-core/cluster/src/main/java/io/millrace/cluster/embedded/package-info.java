// SPDX-License-Identifier: Apache-2.0
/**
 * Engines for other processes: a connection to a cluster, an embedded cluster with real worker processes, or workers on
 * threads. An embedded cluster
 * keeps its files in one directory with a lock. A later cluster removes the directory if the lock's process is dead.
 * Any thread may call the engines and topologies.
 */
package io.millrace.cluster.embedded;
