package io.millrace.cluster.model;

/**
 * A cluster's identity.
 *
 * @param id names the cluster's directory in shared memory, and keeps processes of different clusters apart
 * @param layout version of what is kept in ZooKeeper
 */
public record ClusterRecord(String id, int layout) {

    public static final int LAYOUT = 1;
}
