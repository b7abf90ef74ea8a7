/**
 * All that a topology author touches, and nothing else: no third-party type appears here.
 *
 * <p>A {@link io.millrace.api.Topology} is built by a {@link io.millrace.api.TopologyBuilder} out of
 * {@link io.millrace.api.Spout}s and {@link io.millrace.api.Bolt}s (for simple ones see {@link io.millrace.api.Bolts} and
 * {@link io.millrace.api.Spouts}), handed over by
 * {@link io.millrace.api.TopologySubmitter} (from a jar) or {@link io.millrace.api.Millrace} (from an embedding
 * service). Components are called by one thread at a time, that of the executor which runs the task; nothing in this
 * package starts a thread. Mistakes are {@link io.millrace.api.error.TopologyException}s of one line each.
 */
package io.millrace.api;
