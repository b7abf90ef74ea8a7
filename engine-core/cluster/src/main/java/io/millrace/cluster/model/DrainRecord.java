// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * A node that is drained for maintenance: no task is placed on it, and its tasks move to other nodes.
 *
 * @param sinceMillis the time of the request, by the controller's wall clock
 */
public record DrainRecord(String node, long sinceMillis) {}
