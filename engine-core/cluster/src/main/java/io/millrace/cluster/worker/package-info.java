// SPDX-License-Identifier: Apache-2.0
/**
 * The worker process: its main class, the class loader of the author's code, and its membership in the cluster. It
 * loads few classes, as each class delays the first tuple. The thread {@code main} starts the runtime while {@code
 * millrace-connect} connects to ZooKeeper. Afterwards only the loop {@code millrace-membership} talks to the registry
 * and tells the runtime of its peers.
 */
package io.millrace.cluster.worker;
