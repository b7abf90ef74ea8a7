// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of a plan that follow from a topology alone: task ids, subscriptions, the tasks of each executor, and the
 * topology as text. Immutable values and pure functions; any thread may use them.
 */
package io.millrace.runtime.plan;
