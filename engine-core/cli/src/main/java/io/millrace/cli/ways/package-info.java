/**
 * The output of {@code millrace latency --ways}: what ways from spouts to sinks are made of, the slowest ones, and the
 * distribution of their parts. Stateless; any thread may call.
 */
package io.millrace.cli.ways;
