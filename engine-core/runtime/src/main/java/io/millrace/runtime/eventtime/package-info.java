// SPDX-License-Identifier: Apache-2.0
/**
 * Event time: the watermarks that spouts send, and the times when they pass bolts. The classes are parts of tasks: the
 * thread of the task's executor calls them.
 */
package io.millrace.runtime.eventtime;
