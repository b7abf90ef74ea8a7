// SPDX-License-Identifier: Apache-2.0
/**
 * Moves tasks of running topologies: plans a move, decides whether it pays, and carries it out in steps. Three threads
 * call: HTTP threads plan a move that a client requested; the loop {@code millrace-rebalancer} owns the automatic mode;
 * the controller's loop owns the driver that carries moves out. Planning is stateless.
 */
package io.millrace.cluster.controller.rebalance;
