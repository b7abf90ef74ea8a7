// SPDX-License-Identifier: Apache-2.0
/** What measuring costs: the same topology, stepped on one thread, with all metrics and with counts only. */
package io.millrace.benchmarks.metrics;
