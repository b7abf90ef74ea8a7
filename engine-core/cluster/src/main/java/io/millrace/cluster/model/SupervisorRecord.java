package io.millrace.cluster.model;

import java.util.List;

/**
 * A supervisor that is up.
 *
 * @param instance identifies its data directory: a supervisor that holds that directory's lock may replace this record
 * @param finishing sorted ids of topologies with a finished task on this node, so that they may have completed
 * @param version of the engine; empty if an earlier one has not written it
 * @param region of the node; {@link #DEFAULT_REGION} if an earlier engine has not written it
 * @param relay whether it takes no tasks, and forwards what workers of other nodes send to another region
 * @param machine that it runs on; empty if an earlier engine has not written it
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
        String version,
        String region,
        boolean relay,
        String machine) {

    public static final String DEFAULT_REGION = "default";

    /** Of the node of an embedded cluster, which belongs to all regions. Not a name that can be configured. */
    public static final String EVERY_REGION = "*";

    public SupervisorRecord {
        // Older records do not have these fields
        version = version == null ? "" : version;
        finishing = finishing == null ? List.of() : List.copyOf(finishing);
        machine = machine == null ? "" : machine;
        region = region == null ? DEFAULT_REGION : region;
    }

    public SupervisorRecord withFinishing(List<String> topologyIds) {
        return new SupervisorRecord(
                node, host, port, pid, cores, slots, instance, topologyIds, version, region, relay, machine);
    }

    /** Returns the record of a node that only relays. */
    public SupervisorRecord relaying() {
        return new SupervisorRecord(
                node, host, port, pid, cores, 0, instance, finishing, version, region, true, machine);
    }
}
