// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

/**
 * A tuple that was on its way to a task when a snapshot was taken.
 *
 * @param stream index among the outputs of the source's component
 */
public record PassingTuple(int sourceTask, int stream, Object[] values) {}
