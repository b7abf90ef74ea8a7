package io.millrace.cluster.model;

/** Where the leading controller serves REST. */
public record ControllerRecord(String host, int port, long pid, String instance) {}
