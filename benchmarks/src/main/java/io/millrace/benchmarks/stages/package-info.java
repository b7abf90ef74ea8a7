// SPDX-License-Identifier: Apache-2.0
/**
 * What the time from the source to the sinks is spent on, in the form of Carreira and Li (Optimizing Latency and
 * Throughput Trade-offs in a Stream Processing System): shares of each part at percentiles of the latency, and its
 * distribution.
 */
package io.millrace.benchmarks.stages;
