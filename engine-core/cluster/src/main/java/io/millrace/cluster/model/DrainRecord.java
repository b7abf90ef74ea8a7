package io.millrace.cluster.model;

/**
 * A node that is drained for maintenance: nothing is placed on it, and what runs there moves to other nodes.
 *
 * @param sinceMillis when that was asked, by the controller's wall clock
 */
public record DrainRecord(String node, long sinceMillis) {}
