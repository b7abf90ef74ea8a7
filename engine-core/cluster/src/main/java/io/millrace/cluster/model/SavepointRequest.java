// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.SavepointRecord.Then;

/**
 * The request to make a savepoint of a topology.
 *
 * @param location the location at which to make it; null or empty for a directory of its own below the topology's
 *     directory of snapshots
 * @param then the fate of the topology
 */
public record SavepointRequest(String location, Then then) {}
