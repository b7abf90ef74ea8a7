/**
 * Runs topologies in unit tests: on the test's own thread, turn by turn, with a simulated clock, the same for the same
 * seed. {@link io.millrace.api.testing.TopologyTest} runs a whole topology, {@link io.millrace.api.testing.BoltTest} one
 * bolt. The executors, links and ledgers are those of a cluster; several workers exchange tuples over real rings.
 *
 * <p>No thread is started, nothing sleeps, and no test library is needed: what was emitted, executed, acked and failed is
 * asked for as lists, which any assertions can look at. Only for one thread, like everything it calls.
 */
package io.millrace.api.testing;
