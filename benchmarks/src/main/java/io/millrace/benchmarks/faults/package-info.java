/**
 * Faults, one after the other or at random, while numbers flow through a cluster of processes: whether each number arrived, how often, and
 * for how long nothing came. The classes whose names begin with Checked, and {@link io.millrace.benchmarks.faults.Tally}, run in workers too.
 */
package io.millrace.benchmarks.faults;
