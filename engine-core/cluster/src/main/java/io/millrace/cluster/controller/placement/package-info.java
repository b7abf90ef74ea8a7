// SPDX-License-Identifier: Apache-2.0
/**
 * Places the workers of a new topology on nodes, and moves workers off lost nodes. Stateless; the controller's loop
 * calls for placement, and the planner of rebalances shares the count of free slots.
 */
package io.millrace.cluster.controller.placement;
