package io.millrace.cluster.client;

import io.millrace.api.config.Config;
import io.millrace.cluster.controller.Token;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.registry.ControllerRecord;

/** How a client gets at a cluster. */
public final class Clusters {

    private Clusters() {}

    /**
     * Finds the leading controller through ZooKeeper.
     *
     * @throws ClusterException with the reason NO_CLUSTER if there is none, saying which part is missing
     */
    public static Cluster connect(Config config) {
        ControllerLocator locator = new ControllerLocator(config);
        String token = Token.find(config).orElse(null);
        HttpCluster cluster = new HttpCluster(() -> {
            ControllerRecord leader = locator.locate();
            return new HttpTarget(leader.host(), leader.port(), token);
        });
        cluster.locate();
        return cluster;
    }

    /** A controller whose address is known. */
    public static Cluster at(String host, int port, String token) {
        return new HttpCluster(() -> new HttpTarget(host, port, token));
    }
}
