package io.millrace.cluster.model;

/** The last start of a worker: on which node, and under which epoch. */
public record WorkerStart(String node, long epoch) {}
