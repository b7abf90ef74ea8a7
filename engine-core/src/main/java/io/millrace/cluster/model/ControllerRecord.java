package io.millrace.cluster.model;

/**
 * The REST address of a controller that is up.
 *
 * @param instance identifies its data directory
 */
public record ControllerRecord(String host, int port, long pid, String instance) {}
