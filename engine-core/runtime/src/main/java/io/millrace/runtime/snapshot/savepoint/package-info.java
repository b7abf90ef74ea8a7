/**
 * Savepoints: whole snapshots that a user keeps, moves, and starts a topology from. How they are kept is in {@code
 * runtime.snapshot.store}; here is what is wanted of them, and what a topology must be like to begin with one.
 *
 * <p>The classes have no threads of their own. What blocks runs in the background of a coordinator, or in a command.
 */
package io.millrace.runtime.snapshot.savepoint;
