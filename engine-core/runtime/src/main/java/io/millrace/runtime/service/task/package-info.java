/** Where the tuples of services are that take long. A part of tasks: the thread of the task's executor calls it. */
package io.millrace.runtime.service.task;
