// SPDX-License-Identifier: Apache-2.0
/**
 * The part of a task that tells the engines of a bolt what waits for them. The thread of the task's executor calls it.
 */
package io.millrace.runtime.engine.task;
