/**
 * The worker process: its main class, the class loader of the author's code, and its membership in the cluster. Lean, as
 * everything loaded here delays the first tuple. Threads: {@code main} starts the runtime while another one connects to
 * ZooKeeper; afterwards {@code millrace-membership} alone talks to the registry and tells the runtime of peers.
 */
package io.millrace.cluster.worker;
