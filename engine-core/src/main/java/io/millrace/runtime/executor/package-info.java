/**
 * Cooperative event loops. An {@link io.millrace.runtime.executor.Executor} is an agent with {@code doWork}: in each turn
 * it takes in what has arrived, lets each of its tasks do a bounded share, and sends the acks. An
 * {@link io.millrace.runtime.executor.ExecutorThread} runs it and waits as its {@link io.millrace.runtime.idle.IdleStrategy} says; a
 * stepped topology calls it in turn with others on one thread.
 *
 * <p>Only the thread that runs the executor touches its tasks, links and ledgers. Other threads reach it by its
 * {@link io.millrace.runtime.link.Inbound}, its ring, its net inbox and {@code submit}, and ring its doorbell then.
 */
package io.millrace.runtime.executor;
