// SPDX-License-Identifier: Apache-2.0
/**
 * The implementations of {@link io.millrace.scheduler.model.SchedulingAlgorithm}. They use {@code reschedule} and the
 * packages below it.
 */
package io.millrace.scheduler.algorithms;
