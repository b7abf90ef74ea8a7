package io.millrace.runtime.geo.gate;

/** Where channels between sites end: a worker, and the region of its node. */
public record GeoTarget(String worker, String region) {}
