/**
 * Event time: the watermarks that spouts send, and when they pass bolts. Parts of tasks: the thread of the task's
 * executor calls them.
 */
package io.millrace.runtime.eventtime;
