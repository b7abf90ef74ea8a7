/**
 * Savepoints: whole snapshots that a user keeps, moves, and starts a topology from. How they are kept is in {@code
 * runtime.snapshot.store}; here is what a topology must be like to start from one, and how it does.
 *
 * <p>What blocks runs in the background of the coordinator, or in a command. The classes have no threads of their own.
 */
package io.millrace.runtime.snapshot.savepoint;
