// SPDX-License-Identifier: Apache-2.0
/**
 * The types that a topology author uses. No third-party type appears here.
 *
 * <p>A {@link io.millrace.api.TopologyBuilder} builds a {@link io.millrace.api.Topology} out of {@link
 * io.millrace.api.Spout}s and {@link io.millrace.api.Bolt}s. {@link io.millrace.operators.Bolts} and {@link
 * io.millrace.operators.Spouts} make simple ones from functions. The main class of a topology jar submits the topology
 * with {@link io.millrace.api.TopologySubmitter}. A service that embeds the engine submits it to {@link
 * io.millrace.api.Millrace}.
 *
 * <p>One thread at a time calls a component. Nothing in this package starts a thread. A mistake is an
 * {@link io.millrace.api.error.TopologyException} with one line per mistake.
 *
 * <p>The packages below hold settings ({@link io.millrace.api.config}), metrics ({@link io.millrace.api.metrics}), the
 * test kit ({@code io.millrace.testing}) and the exception ({@link io.millrace.api.error}). Only the engine uses
 * {@code api.spi} and {@code api.template}. Dependencies point in one direction: testing, spi, this package, then
 * config, metrics and template, then error.
 */
package io.millrace.api;
