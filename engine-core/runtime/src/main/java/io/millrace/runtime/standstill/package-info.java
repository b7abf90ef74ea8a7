// SPDX-License-Identifier: Apache-2.0
/**
 * Finds out which bolts hold the tuples of a spout that stands still. The classes are parts of tasks: the thread of the
 * task's executor calls them.
 */
package io.millrace.runtime.standstill;
