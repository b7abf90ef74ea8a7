/**
 * Finds out which bolts hold the tuples of a spout that stands still. Parts of tasks: the thread of the task's
 * executor calls them.
 */
package io.millrace.runtime.standstill;
