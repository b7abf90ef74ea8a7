// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.json.Inline;
import java.util.List;

/**
 * A supervisor that is up.
 *
 * @param instance the id of its data directory: a supervisor that holds that directory's lock may replace this record
 * @param finishing the sorted ids of topologies with a finished task on this node, so that they may have completed
 * @param version the version of the engine; empty if an earlier engine has not written it
 */
public record SupervisorRecord(
        String node,
        @Inline Process process,
        @Inline Capacity capacity,
        String instance,
        List<String> finishing,
        String version,
        @Inline Place place) {

    public static final String DEFAULT_REGION = "default";

    /** The region of the node of an embedded cluster, which belongs to all regions; not a name to configure. */
    public static final String EVERY_REGION = "*";

    /** The supervisor's process, and its REST address. */
    public record Process(String host, int port, long pid) {}

    /** The capacity of the node that workers may use. */
    public record Capacity(int cores, int slots) {}

    /**
     * The place and the use of the node.
     *
     * @param region the node's region; {@link #DEFAULT_REGION} if an earlier engine has not written it
     * @param relay whether it takes no tasks, and forwards the tuples that workers of other nodes send to another
     *     region
     * @param machine the machine on which it runs; empty if an earlier engine has not written it
     */
    public record Place(String region, boolean relay, String machine) {

        public Place {
            machine = machine == null ? "" : machine;
            region = region == null ? DEFAULT_REGION : region;
        }
    }

    public SupervisorRecord {
        // Older records do not have these fields
        version = version == null ? "" : version;
        finishing = finishing == null ? List.of() : List.copyOf(finishing);
    }

    public String host() {
        return process.host();
    }

    public int port() {
        return process.port();
    }

    public long pid() {
        return process.pid();
    }

    public int cores() {
        return capacity.cores();
    }

    public int slots() {
        return capacity.slots();
    }

    public String region() {
        return place.region();
    }

    public boolean relay() {
        return place.relay();
    }

    public String machine() {
        return place.machine();
    }

    public SupervisorRecord withFinishing(List<String> topologyIds) {
        return new SupervisorRecord(node, process, capacity, instance, topologyIds, version, place);
    }

    /** Returns the record of a node that only relays. */
    public SupervisorRecord relaying() {
        return new SupervisorRecord(node, process, new Capacity(cores(), 0), instance, finishing, version, place)
                .at(new Place(region(), true, machine()));
    }

    private SupervisorRecord at(Place other) {
        return new SupervisorRecord(node, process, capacity, instance, finishing, version, other);
    }
}
