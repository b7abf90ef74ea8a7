package io.millrace.cluster.model;

import java.util.List;

/**
 * A node whose supervisor is up, that has tasks, or that is drained.
 *
 * @param host null while the supervisor is not up, as pid, cores and slots are 0 then
 * @param left the topologies that a drained node still has
 */
public record NodeInfo(
        String node, String host, long pid, int cores, int slots, int usedSlots, State state, List<Left> left) {

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
