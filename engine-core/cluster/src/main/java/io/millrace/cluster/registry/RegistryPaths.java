// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;

/** The paths of the layout in package-info. */
public record RegistryPaths(String root) {

    static final String ASSIGNMENT = "assignment";
    static final String WORKERS = "workers";
    static final String STARTS = "starts";
    static final String CLIENTS = "clients";
    static final String SNAPSHOTS = "snapshots";
    static final String SAVEPOINT = "savepoint";
    static final String REBALANCE = "rebalance";

    /** Returns the paths under the configured root, below the path in the addresses of ZooKeeper, if there is one. */
    public static RegistryPaths of(Config config) {
        String root = config.get(ClusterKeys.ZOOKEEPER_ROOT);
        String above = ZooKeeperAccess.chroot(config);
        check(ClusterKeys.ZOOKEEPER_ROOT, root);
        if (!above.isEmpty()) {
            check(ClusterKeys.ZOOKEEPER_CONNECT, above);
        }
        return new RegistryPaths(above + root);
    }

    private static void check(ConfigKey<String> key, String path) {
        if (!path.matches("(/[A-Za-z0-9_.-]*[A-Za-z0-9_-])+")) {
            throw new TopologyException(
                    key.name() + (key == ClusterKeys.ZOOKEEPER_CONNECT ? " has the path '" : " is '") + path
                            + "': it takes a path such as /millrace, of letters, digits, '_', '-' and '.'");
        }
    }

    public String cluster() {
        return root + "/cluster";
    }

    String secret() {
        return root + "/secret";
    }

    public String controllers() {
        return root + "/controllers";
    }

    public String latch() {
        return controllers() + "/latch";
    }

    public String leader() {
        return controllers() + "/leader";
    }

    public String term() {
        return controllers() + "/term";
    }

    public String members() {
        return controllers() + "/members";
    }

    public String member(String instance) {
        return members() + "/" + instance;
    }

    public String supervisors() {
        return root + "/supervisors";
    }

    public String supervisor(String node) {
        return supervisors() + "/" + node;
    }

    public String drains() {
        return root + "/drains";
    }

    public String drain(String node) {
        return drains() + "/" + node;
    }

    String stateChecks() {
        return root + "/checks";
    }

    String stateCheck(String id) {
        return stateChecks() + "/" + id;
    }

    public String topologies() {
        return root + "/topologies";
    }

    public String topology(String name) {
        return topologies() + "/" + name;
    }

    /**
     * Returns the node below which all nodes of one submission of a topology are, so that they cannot be taken for
     * those of another submission.
     */
    public String submission(String topology, String id) {
        return topology(topology) + "/" + id;
    }

    public String assignment(String topology, String id) {
        return submission(topology, id) + "/" + ASSIGNMENT;
    }

    public String workers(String topology, String id) {
        return submission(topology, id) + "/" + WORKERS;
    }

    public String starts(String topology, String id) {
        return submission(topology, id) + "/" + STARTS;
    }

    public String clients(String topology, String id) {
        return submission(topology, id) + "/" + CLIENTS;
    }

    public String client(String topology, String id, String client) {
        return clients(topology, id) + "/" + client;
    }

    public String snapshots(String topology, String id) {
        return submission(topology, id) + "/" + SNAPSHOTS;
    }

    public String savepoint(String topology, String id) {
        return submission(topology, id) + "/" + SAVEPOINT;
    }

    public String rebalance(String topology, String id) {
        return submission(topology, id) + "/" + REBALANCE;
    }

    public String worker(String topology, String id, String worker) {
        return workers(topology, id) + "/" + worker;
    }

    public String start(String topology, String id, String worker) {
        return starts(topology, id) + "/" + worker;
    }
}
