/**
 * The parts of tasks that take snapshots: barriers, what is on its way, positions of spouts, and what committing
 * bolts have prepared. The thread of the task's executor calls them.
 */
package io.millrace.runtime.snapshot.task;
