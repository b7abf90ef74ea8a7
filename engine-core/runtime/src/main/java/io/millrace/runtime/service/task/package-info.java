// SPDX-License-Identifier: Apache-2.0
/** The part of tasks that reports tuples of services that take long. The thread of the task's executor calls it. */
package io.millrace.runtime.service.task;
