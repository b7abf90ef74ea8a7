package io.millrace.cluster.registry;

/**
 * A supervisor that is up.
 *
 * @param instance identifies its data directory: a supervisor that holds that directory's lock may replace this record
 */
public record SupervisorRecord(String node, String host, int port, long pid, int cores, int slots, String instance) {}
