// SPDX-License-Identifier: Apache-2.0
/**
 * Placement problems of many families, generated from a seed, and a comparison of the scheduling algorithms on them.
 *
 * <p>Everything here runs on the calling thread, so that a measured time is the algorithm's alone.
 */
package io.millrace.benchmarks.scheduler;
