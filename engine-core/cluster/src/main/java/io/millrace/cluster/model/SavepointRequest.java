package io.millrace.cluster.model;

import io.millrace.cluster.model.SavepointRecord.Then;

/**
 * The request to make a savepoint of a topology.
 *
 * @param location where it shall be; null or empty for a directory of its own below the topology's directory of snapshots
 * @param then what becomes of the topology
 */
public record SavepointRequest(String location, Then then) {}
