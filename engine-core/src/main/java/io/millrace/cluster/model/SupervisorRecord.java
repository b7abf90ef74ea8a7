package io.millrace.cluster.model;

import java.util.List;

/**
 * A supervisor that is up.
 *
 * @param instance identifies its data directory: a supervisor that holds that directory's lock may replace this record
 * @param finishing sorted ids of topologies with a finished task on this node, so that they may have completed
 * @param version of the engine; empty if an earlier one has not written it
 */
public record SupervisorRecord(
        String node,
        String host,
        int port,
        long pid,
        int cores,
        int slots,
        String instance,
        List<String> finishing,
        String version) {

    public SupervisorRecord {
        // Older records do not have these fields
        version = version == null ? "" : version;
        finishing = finishing == null ? List.of() : List.copyOf(finishing);
    }

    /** A supervisor without finished tasks, of an unknown version. */
    public SupervisorRecord(String node, String host, int port, long pid, int cores, int slots, String instance) {
        this(node, host, port, pid, cores, slots, instance, List.of(), "");
    }

    public SupervisorRecord withFinishing(List<String> topologyIds) {
        return new SupervisorRecord(node, host, port, pid, cores, slots, instance, topologyIds, version);
    }
}
