/**
 * The daemon that accepts topologies and decides where they run. Of several one leads. Threads: the loop
 * {@code millrace-controller} compares what was submitted with what is assigned and acts, if it leads; the loop
 * {@code millrace-metrics} asks supervisors by HTTP; the loop {@code millrace-rebalancer} works out whether
 * tasks should move by themselves, which can take seconds; HTTP threads answer clients. What they decide on is in the registry,
 * every change of which is a compare-and-set; so a controller can stop at any point, and the next one goes on from there.
 */
package io.millrace.cluster.controller;
