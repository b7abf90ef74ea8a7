// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;

/**
 * Lets Trident keep its transactions in the ZooKeeper of the cluster, unless the topology or the user's {@code
 * storm.yaml} names another one. Stateless.
 */
final class TridentZooKeeper {

    /** The system property by which {@code millrace} tells the address: host:port, separated by commas, then a path. */
    private static final String PROPERTY = "millrace.storm.zookeeper";

    private TridentZooKeeper() {}

    /**
     * Returns the settings of a topology with the address.
     *
     * @param json the settings, as Storm's submitter sends them
     */
    static String in(String json) {
        String connect = System.getProperty(PROPERTY, "");
        Map<String, Object> settings = Utils.parseJson(json);
        if (settings.get(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS) != null || connect.isBlank()) {
            return json;
        }
        int path = connect.indexOf('/');
        List<String> servers = new ArrayList<>();
        int port = 0;
        for (String server : (path < 0 ? connect : connect.substring(0, path)).split(",")) {
            int colon = server.lastIndexOf(':');
            servers.add(server.substring(0, colon).strip());
            int its = Integer.parseInt(server.substring(colon + 1).strip());
            if (port != 0 && its != port) {
                // Storm has one port for all servers
                return json;
            }
            port = its;
        }
        settings.put(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS, servers);
        settings.put(Config.TRANSACTIONAL_ZOOKEEPER_PORT, port);
        return JSONValue.toJSONString(settings);
    }
}
