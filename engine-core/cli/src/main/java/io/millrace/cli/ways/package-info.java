/**
 * The output of {@code millrace latency --ways}: the parts of ways from spouts to sinks, the slowest ways, and the
 * distribution of their parts. Stateless; any thread may call.
 */
package io.millrace.cli.ways;
