/**
 * Checks at submit that all nodes have one place for the snapshots of a topology under its {@code topology.state.dir}: one process
 * writes a small object with a random name, and each supervisor reads it.
 *
 * <p>The check is in ZooKeeper as an ephemeral node while it lasts, and supervisors are told its number alone: as they have no
 * tokens, nobody else may make them write to a place. HTTP threads call. What touches the place has a thread of its own and a time
 * limit, because a network's file system may hang.
 */
package io.millrace.cluster.state;
