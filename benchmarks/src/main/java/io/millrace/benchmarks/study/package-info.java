// SPDX-License-Identifier: Apache-2.0
/** The frame that benchmarks share: options, turns, repetitions, files of results, bars and pages. */
package io.millrace.benchmarks.study;
