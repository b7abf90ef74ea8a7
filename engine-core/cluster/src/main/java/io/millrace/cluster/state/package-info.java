// SPDX-License-Identifier: Apache-2.0
/**
 * Checks at submit that all nodes have one location of the snapshots of a topology under its {@code
 * topology.state.dir}: one process writes a small object with a random name, and each supervisor reads it.
 *
 * <p>The check is in ZooKeeper as an ephemeral node while it lasts, and supervisors get only its number: as they have
 * no tokens, no other client may make them write to a location. HTTP threads call. Access to the location has a
 * separate thread and a time limit, because a network's file system may hang.
 */
package io.millrace.cluster.state;
