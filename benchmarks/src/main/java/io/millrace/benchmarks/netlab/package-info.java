// SPDX-License-Identifier: Apache-2.0
/**
 * Whole topologies whose two workers are on two hosts with a delay between them: {@link
 * io.millrace.benchmarks.netlab.NetlabBenchmark} makes the hosts, starts the daemons of a cluster on them, and submits
 * {@link io.millrace.benchmarks.netlab.TracedTopology} as a jar for every cell of its table. A tuple carries how often
 * it crossed between the hosts, so the sinks know what of its time the wire took.
 */
package io.millrace.benchmarks.netlab;
