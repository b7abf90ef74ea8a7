// SPDX-License-Identifier: Apache-2.0
/** The states and timers of a bolt task. They are a part of the task: the thread of its executor calls it. */
package io.millrace.runtime.state.task;
