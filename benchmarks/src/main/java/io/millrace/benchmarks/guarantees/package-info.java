// SPDX-License-Identifier: Apache-2.0
/**
 * At-most-once, at-least-once and exactly-once beside each other in one engine: what each costs, what snapshots take,
 * what is visible when, and what a death costs. {@link io.millrace.benchmarks.guarantees.GuaranteesBenchmark} runs one
 * {@link io.millrace.benchmarks.guarantees.Part} after the other; all put their
 * {@link io.millrace.benchmarks.report.Figures} into one table, from which
 * {@link io.millrace.benchmarks.guarantees.Bars} says what is met.
 */
package io.millrace.benchmarks.guarantees;
