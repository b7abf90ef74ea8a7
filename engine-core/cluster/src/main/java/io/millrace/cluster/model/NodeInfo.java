package io.millrace.cluster.model;

import java.util.List;

/**
 * A node whose supervisor is up, that has tasks, or that is drained.
 *
 * @param host the host; null while the supervisor is not up, when pid, cores and slots are 0
 * @param left the topologies that a drained node still has
 * @param version the version of the supervisor's engine; empty if it is not known
 * @param workerVersions the known versions of its workers' engines, each once
 * @param region the region; empty while the supervisor is not up
 * @param relay whether it takes no tasks, and forwards the tuples that others send to another region
 */
public record NodeInfo(
        String node,
        String host,
        long pid,
        int cores,
        int slots,
        int usedSlots,
        State state,
        List<Left> left,
        String version,
        List<String> workerVersions,
        String region,
        boolean relay) {

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
