// SPDX-License-Identifier: Apache-2.0
/**
 * The output of {@code millrace latency --traces}: the parts of traces from spouts to sinks, the slowest traces, and
 * the distribution of their parts. Stateless; any thread may call.
 */
package io.millrace.cli.traces;
