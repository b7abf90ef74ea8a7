package io.millrace.cluster.model;

/** The REST address of the leading controller. */
public record ControllerRecord(String host, int port, long pid, String instance) {}
