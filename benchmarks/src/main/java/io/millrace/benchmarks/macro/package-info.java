// SPDX-License-Identifier: Apache-2.0
/**
 * Whole topologies from source to sink, on Millrace and on other engines.
 * {@link io.millrace.benchmarks.macro.MacroBenchmark} starts one {@link io.millrace.benchmarks.macro.EngineMain}
 * process after the other; that one starts an {@link io.millrace.benchmarks.macro.Engine}, which wires the sources, the
 * work and the sinks of this package into its own operators. So what is emitted, done, and measured is the same code on
 * every engine.
 */
package io.millrace.benchmarks.macro;
