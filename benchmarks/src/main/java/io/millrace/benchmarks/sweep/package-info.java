// SPDX-License-Identifier: Apache-2.0
/**
 * The highest frequency of messages that an engine sustains, over their size and the cost of each, beside what the
 * machine allows at best: after Blamey et al. (Apache Spark Streaming, Kafka and HarmonicIO, 2018). One process drives
 * a {@link io.millrace.benchmarks.sweep.Board} that source and engines share, wherever they run.
 */
package io.millrace.benchmarks.sweep;
