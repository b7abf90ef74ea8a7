// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.config.RestTls;
import io.millrace.cluster.config.Token;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.runtime.settings.ClusterKeys;

/** Connects clients to clusters. */
public final class Clusters {

    private Clusters() {}

    /**
     * Finds the leading controller through ZooKeeper.
     *
     * @throws ClusterException with the reason NO_CLUSTER if there is no such controller; the message names what is
     *     missing
     */
    public static Cluster connect(Config config) {
        ControllerLocator locator = new ControllerLocator(config);
        HttpTarget.Tokens tokens = tokens(config, Token.find(config).orElse(null));
        HttpWire wire = new HttpWire(RestTls.client(config));
        HttpCluster cluster = new HttpCluster(() -> {
            ControllerRecord leader = locator.locate();
            return HttpTarget.of(wire, leader.host(), leader.port(), tokens);
        });
        cluster.locate();
        return cluster;
    }

    /**
     * Returns the tokens of a client. A server that answers in place of a dead controller could demand a token with
     * reads, so the token of changes is sent with reads only if a setting says that it is needed.
     */
    static HttpTarget.Tokens tokens(Config config, String change) {
        String reader = configured(config, ClusterKeys.CONTROLLER_READ_TOKEN, null);
        String asker = configured(config, ClusterKeys.CONTROLLER_ASK_TOKEN, null);
        // A client without another token sends that of reads with changes too: the server says what it is not good for
        String strongest = change == null ? reader : change;
        String weakest = asker == null && config.get(ClusterKeys.REST_READ_PROTECTED) ? change : asker;
        return new HttpTarget.Tokens(strongest, asker == null ? strongest : asker, reader == null ? weakest : reader);
    }

    private static String configured(Config config, ConfigKey<String> key, String otherwise) {
        return config.get(key).isEmpty() ? otherwise : config.get(key);
    }

    /** Connects to a controller with a known address, which does not encrypt. */
    public static Cluster at(String host, int port, String token) {
        return new HttpCluster(() -> new HttpTarget(host, port, token));
    }
}
