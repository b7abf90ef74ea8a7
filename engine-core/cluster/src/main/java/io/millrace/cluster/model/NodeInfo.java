// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.json.Inline;
import java.util.List;

/**
 * A node whose supervisor is up, that has tasks, or that is drained.
 *
 * @param left the topologies that a drained node still has
 */
public record NodeInfo(
        String node,
        @Inline Process process,
        int usedSlots,
        State state,
        List<Left> left,
        @Inline Versions versions,
        @Inline Place place) {

    /** The process of a node's supervisor, and the capacity for workers. */
    public record Process(String host, long pid, int cores, int slots) {

        /** The process of a node whose supervisor is not up. */
        public static final Process NONE = new Process(null, 0, 0, 0);
    }

    /**
     * The versions of the engines on a node.
     *
     * @param version the version of the supervisor's engine; empty if it is not known
     * @param workerVersions the known versions of the engines of its workers, each once
     */
    public record Versions(String version, List<String> workerVersions) {}

    /**
     * The place and the purpose of a node.
     *
     * @param region empty while the supervisor is not up
     * @param relay whether it takes no tasks, and forwards what others send to another region
     */
    public record Place(String region, boolean relay) {

        /** The place of a node whose supervisor is not up. */
        public static final Place UNKNOWN = new Place("", false);
    }

    /** The state of a node. */
    public enum State {
        /** The node's supervisor is up, and tasks may be placed on it. */
        UP,
        /** The node's supervisor is not up, and it has tasks, which move to other nodes after a time-out. */
        MISSING,
        /** The node is drained and still has workers. */
        DRAINING,
        /** The node is drained and has no workers. */
        DRAINED
    }

    /** A topology that still has workers on a drained node, and the reason. */
    public record Left(String topology, String why) {}
}
