// SPDX-License-Identifier: Apache-2.0
/**
 * The entry: {@link io.millrace.scheduler.Algorithms} names the algorithms, each a pure function from a
 * {@link io.millrace.scheduler.model.Problem} to an {@link io.millrace.scheduler.model.Assignment}.
 *
 * <p>Nothing in this module does I/O, reads a clock, keeps state between calls or starts a thread. Every public type is
 * immutable or stateless, so any thread may call anything. The same problem and seed always give the same answer.
 *
 * <p>The packages, each of which uses only those after it: {@code explain} (may not use {@code algorithms},
 * {@code reschedule}, {@code plan} and {@code partition}), {@code algorithms}, {@code reschedule}, {@code plan},
 * {@code partition}, {@code evaluate}, {@code json}, {@code model}.
 */
package io.millrace.scheduler;
