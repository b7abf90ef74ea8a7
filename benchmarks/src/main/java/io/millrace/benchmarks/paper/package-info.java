// SPDX-License-Identifier: Apache-2.0
/**
 * Figures of the papers that the engine is built after, beside the same measured here: a command measures, raw lines
 * stay in a file, and a page and its pictures are made from the lines alone.
 */
package io.millrace.benchmarks.paper;
