package io.millrace.cluster.model;

/** A node whose supervisor is up. */
public record NodeInfo(String node, String host, long pid, int cores, int slots, int usedSlots) {}
