// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon that accepts topologies and decides where they run. One of several controllers leads. Every decision is a
 * compare-and-set in the registry, so a controller can stop at any point and the next one continues from there.
 *
 * <p>Threads: the loop {@code millrace-controller} compares the submitted topologies with the assignments, and acts if
 * this controller leads. The loop {@code millrace-metrics} asks supervisors over HTTP. The loop {@code
 * millrace-rebalancer} works out whether tasks should move automatically, which can take seconds. HTTP threads answer
 * clients.
 */
package io.millrace.cluster.controller;
