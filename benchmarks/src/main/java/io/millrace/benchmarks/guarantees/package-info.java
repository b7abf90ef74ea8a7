// SPDX-License-Identifier: Apache-2.0
/**
 * At-most-once, at-least-once and exactly-once beside each other in one engine: what each costs, what snapshots take,
 * what is visible when, and what a death costs. {@link io.millrace.benchmarks.guarantees.GuaranteesBenchmark} runs one
 * {@link io.millrace.benchmarks.guarantees.Part} after the other; all add
 * {@link io.millrace.benchmarks.report.Figures} to one file, from which
 * {@link io.millrace.benchmarks.guarantees.GuaranteesBars} says what is met, and
 * {@link io.millrace.benchmarks.guarantees.GuaranteesSections} what a page shows.
 */
package io.millrace.benchmarks.guarantees;
