// SPDX-License-Identifier: Apache-2.0
/**
 * Windows by event time, on Millrace and on other engines. {@link io.millrace.benchmarks.windows.WindowsBenchmark}
 * starts one {@link io.millrace.benchmarks.windows.WindowsMain} process after the other; that one starts a
 * {@link io.millrace.benchmarks.windows.WindowEngine}, which puts an {@link io.millrace.benchmarks.windows.EventSource}
 * before its own windows and a {@link io.millrace.benchmarks.windows.ResultSink} behind them. So what is emitted,
 * checked and measured is the same code on every engine.
 */
package io.millrace.benchmarks.windows;
