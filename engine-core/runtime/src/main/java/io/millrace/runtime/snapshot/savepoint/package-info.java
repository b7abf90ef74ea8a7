// SPDX-License-Identifier: Apache-2.0
/**
 * Savepoints: whole snapshots that a user keeps, moves, and starts a topology from. {@code runtime.snapshot.store} has
 * their files; here are the orders of savepoints, and the conditions for a topology to begin with one.
 *
 * <p>The classes have no threads of their own. Blocking actions run in the background of a coordinator, or in a
 * command.
 */
package io.millrace.runtime.snapshot.savepoint;
