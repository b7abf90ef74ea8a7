/**
 * All that a topology author touches, and nothing else: no third-party type appears here.
 *
 * <p>A {@link io.millrace.api.Topology} is built by a {@link io.millrace.api.TopologyBuilder} out of
 * {@link io.millrace.api.Spout}s and {@link io.millrace.api.Bolt}s (for simple ones see {@link io.millrace.api.Bolts} and
 * {@link io.millrace.api.Spouts}), handed over by
 * {@link io.millrace.api.TopologySubmitter} (from a jar) or {@link io.millrace.api.Millrace} (from an embedding
 * service). Components are called by one thread at a time, that of the executor which runs the task; nothing in this
 * package starts a thread. Mistakes are {@link io.millrace.api.error.TopologyException}s of one line each.
 *
 * <p>Beside it: {@link io.millrace.api.config} (settings), {@link io.millrace.api.metrics} (what a topology did),
 * {@link io.millrace.api.testing} (topologies in unit tests), {@link io.millrace.api.error}. Only the engine uses
 * {@code api.spi} and {@code api.template}. Packages use each other in this direction only: testing, spi, this one, then
 * config, metrics and template, then error.
 */
package io.millrace.api;
