// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of this node. */
public final class NodeNames {

    private static final int LONGEST = 100;

    private NodeNames() {}

    /** Returns the configured id, or the machine's host name. */
    public static String id(Config config) {
        String id = config.get(ClusterKeys.NODE_ID);
        if (id.isEmpty()) {
            return hostName();
        }
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9_.-]*") || id.length() > LONGEST) {
            throw new TopologyException(ClusterKeys.NODE_ID.name() + " is '" + id + "': it takes at most " + LONGEST
                    + " letters, digits, '_', '-' and '.', a letter or digit first");
        }
        return id;
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9_.-]", "_");
            return name.substring(0, Math.min(LONGEST, name.length())).replaceFirst("^[^A-Za-z0-9]", "n");
        } catch (UnknownHostException e) {
            return "node";
        }
    }
}
