/**
 * Which task runs where: pure functions from an immutable {@link io.millrace.scheduler.Problem} to an
 * {@link io.millrace.scheduler.Assignment} and its {@link io.millrace.scheduler.Explanation}.
 *
 * <p>Nothing here does I/O, reads a clock, keeps state between calls or starts a thread; every public type is immutable or
 * stateless, so any thread may call anything. The same problem and seed always give the same answer.
 */
package io.millrace.scheduler;
