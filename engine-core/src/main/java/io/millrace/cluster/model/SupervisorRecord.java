package io.millrace.cluster.model;

import java.util.List;

/**
 * A supervisor that is up.
 *
 * @param instance identifies its data directory: a supervisor that holds that directory's lock may replace this record
 * @param finishing ids, in order, of topologies of which a task that runs here has finished, so that they may have completed
 */
public record SupervisorRecord(
        String node, String host, int port, long pid, int cores, int slots, String instance, List<String> finishing) {

    public SupervisorRecord {
        // Records of before there was this word
        finishing = finishing == null ? List.of() : List.copyOf(finishing);
    }

    /** Of a supervisor none of whose tasks has finished. */
    public SupervisorRecord(String node, String host, int port, long pid, int cores, int slots, String instance) {
        this(node, host, port, pid, cores, slots, instance, List.of());
    }

    public SupervisorRecord withFinishing(List<String> topologyIds) {
        return new SupervisorRecord(node, host, port, pid, cores, slots, instance, topologyIds);
    }
}
