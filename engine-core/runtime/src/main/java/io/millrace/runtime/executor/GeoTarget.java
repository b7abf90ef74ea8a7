package io.millrace.runtime.executor;

/** Where channels between sites end: a worker, and the region of its node. */
public record GeoTarget(String worker, String region) {}
