/**
 * What the engines of a bolt learn of what waits for them. A part of the task: the thread of its executor calls it.
 */
package io.millrace.runtime.engine.task;
