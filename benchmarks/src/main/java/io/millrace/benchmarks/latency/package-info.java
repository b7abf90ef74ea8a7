// SPDX-License-Identifier: Apache-2.0
/**
 * How long a message takes, by JMH: on the ring, the queue, a direct call and the net, beside others. {@link
 * io.millrace.benchmarks.latency.InOneJvm} measures between threads, {@link io.millrace.benchmarks.latency.AcrossJvms}
 * between processes.
 *
 * <p>JMH times calls of one thread, so each call sends a message and waits for its echo. The echo of a round trip comes
 * by the same medium. That of one way is a word in memory, the least that one thread can tell another; what it takes
 * is measured by the medium {@code word}, which is a word in both directions.
 */
package io.millrace.benchmarks.latency;
