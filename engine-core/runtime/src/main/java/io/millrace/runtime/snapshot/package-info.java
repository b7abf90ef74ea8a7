// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots of a running topology: the coordinator that begins and commits them, the agent of each worker, and the part
 * of tasks in them.
 *
 * <p>Coordinator and agents run on the thread of one executor of their worker, turn by turn. The writer has a thread of
 * its own.
 */
package io.millrace.runtime.snapshot;
