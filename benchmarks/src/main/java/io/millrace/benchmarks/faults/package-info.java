// SPDX-License-Identifier: Apache-2.0
/**
 * Faults, one after the other or at random, while numbers flow through a cluster of processes: whether each number
 * arrived, how often, and for how long nothing came. {@link io.millrace.benchmarks.faults.CheckedTopology} and what it
 * uses run in workers, all else in the process that makes the faults.
 */
package io.millrace.benchmarks.faults;
