// SPDX-License-Identifier: Apache-2.0
/**
 * What one process hands to another on one node, by the ring and by what else there is: {@link
 * io.millrace.benchmarks.ipc.IpcBenchmark} starts a consumer JVM and producer JVMs for each cell of its table, {@link
 * io.millrace.benchmarks.ipc.RingMicroBenchmark} looks at single calls in one thread.
 */
package io.millrace.benchmarks.ipc;
