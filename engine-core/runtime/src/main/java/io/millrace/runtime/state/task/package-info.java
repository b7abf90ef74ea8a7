/** The states and timers of a bolt task. A part of the task: the thread of its executor calls it. */
package io.millrace.runtime.state.task;
