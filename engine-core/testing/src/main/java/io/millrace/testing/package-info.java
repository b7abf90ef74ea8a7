// SPDX-License-Identifier: Apache-2.0
/**
 * Runs topologies in unit tests. {@link io.millrace.testing.TopologyTest} runs a whole topology and
 * {@link io.millrace.testing.BoltTest} runs one bolt. Executors, links and ack ledgers are those of a cluster.
 * Several workers exchange tuples over real rings.
 *
 * <p>A test runs on the thread that calls it, step by step, with a simulated clock. The same seed gives the same run.
 * No thread is started and nothing sleeps. The results are lists of emissions, executed tuples, acks and fails, so any
 * assertion library will do. An instance must be used by one thread only.
 */
package io.millrace.testing;
