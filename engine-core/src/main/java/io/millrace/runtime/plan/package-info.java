/**
 * What follows from a topology alone: task ids, who listens to whom, which tasks share a thread, and the topology as
 * text. Immutable values and pure functions; any thread may use them.
 */
package io.millrace.runtime.plan;
