// SPDX-License-Identifier: Apache-2.0
/**
 * Cooperative event loops. An {@link io.millrace.runtime.executor.Executor} takes turns: in each turn it takes in what
 * has arrived, lets each of its tasks do a bounded share of work, and sends the acks. Each executor has one {@link
 * io.millrace.runtime.executor.ExecutorThread}, which steps its {@link io.millrace.runtime.executor.ExecutorAgent};
 * between turns without work it spins or waits at its doorbell, as {@link io.millrace.api.config.Idle} says. A stepped
 * topology steps the agents of all executors on one thread.
 *
 * <p>Only the thread that runs the executor touches its tasks, links and ledgers. Other threads hand over work by its
 * {@link io.millrace.runtime.link.Inbound}, its ring, its net inbox and {@code submit}, and then ring its doorbell.
 */
package io.millrace.runtime.executor;
