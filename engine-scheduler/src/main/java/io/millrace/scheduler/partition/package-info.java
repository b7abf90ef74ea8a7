// SPDX-License-Identifier: Apache-2.0
/**
 * Partitions a weighted graph into parts of given sizes so that little traffic crosses between them, each crossing
 * being weighted by a distance between parts. Arrays of primitives only: it knows vertices, owners and parts, not
 * tasks, topologies and nodes. Everything is deterministic per seed, single-threaded and without state between calls.
 *
 * <p>The methods are those of multilevel graph partitioning: coarsening by heavy edges (Karypis and Kumar 1998), with
 * the rating of Holtgrewe, Sanders and Schulz (2010) and two-hop matching for stars; refinement by the moves of
 * Fiduccia and Mattheyses (1982) with rollback, here over many parts at once; V-cycles (Walshaw 2004); simulated
 * annealing with moves and swaps (Kirkpatrick et al. 1983); branch and bound for small graphs.
 */
package io.millrace.scheduler.partition;
