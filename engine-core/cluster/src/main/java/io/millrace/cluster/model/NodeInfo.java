package io.millrace.cluster.model;

import java.util.List;

/**
 * A node whose supervisor is up, that has tasks, or that is drained.
 *
 * @param host null while the supervisor is not up, as pid, cores and slots are 0 then
 * @param left the topologies that a drained node still has
 * @param version of the supervisor's engine; empty if it is not known
 * @param workerVersions of the engines of its workers, each once; those that are known
 * @param region empty while the supervisor is not up
 * @param relay whether it takes no tasks, and forwards what others send to another region
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

    /** What is done with a node. */
    public enum State {
        /** Its supervisor is up, and tasks may be placed on it. */
        UP,
        /** Its supervisor is not up, and it has tasks, which move to other nodes after a time-out. */
        MISSING,
        /** It is drained and still has workers. */
        DRAINING,
        /** It is drained and has none. */
        DRAINED
    }

    /** A topology that still has workers on a drained node, and why. */
    public record Left(String topology, String why) {}
}
