// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the spouts and bolts of Storm as tasks of Millrace. The thread of a task's executor calls, unless a class
 * says otherwise.
 */
package io.millrace.storm.task;
