package io.millrace.cluster.client;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Token;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.registry.ControllerLocator;

/** Connects clients to clusters. */
public final class Clusters {

    private Clusters() {}

    /**
     * Finds the leading controller through ZooKeeper.
     *
     * @throws ClusterException with the reason NO_CLUSTER if there is none; the message names what is missing
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

    /** Connects to a controller with a known address. */
    public static Cluster at(String host, int port, String token) {
        return new HttpCluster(() -> new HttpTarget(host, port, token));
    }
}
