// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of tasks for the grouping {@link io.millrace.api.Grouping.FirstIdle}: tokens that a bolt gives, and the
 * queues in which the tuples of its sources wait for them. The thread of the task's executor calls them.
 */
package io.millrace.runtime.token.task;
