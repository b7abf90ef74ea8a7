// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of tasks that take snapshots: barriers, tuples on their way, positions of spouts, and prepared transactions
 * of committing bolts. The thread of the task's executor calls them.
 */
package io.millrace.runtime.snapshot.task;
