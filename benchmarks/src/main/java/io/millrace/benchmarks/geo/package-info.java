// SPDX-License-Identifier: Apache-2.0
/**
 * The geo channel between two emulated sites: the figures of JetStream (Tudoran et al., FGCS 2016), and what they do
 * not show.
 */
package io.millrace.benchmarks.geo;
