// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.api.config.Config;
import io.millrace.runtime.settings.ClusterKeys;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The names under which a daemon is asked. A page of any other site can let its own name point to this machine, so a
 * request for a name that is none of these comes from such a page. An address is always accepted, as it cannot point
 * elsewhere. Immutable.
 */
final class OwnHosts {

    private static final String LOCAL = "localhost";

    private final Set<String> names = new HashSet<>(Set.of(LOCAL));

    OwnHosts(Config config) {
        add(config.get(ClusterKeys.CONTROLLER_HOST));
        add(config.get(ClusterKeys.NODE_HOST));
        for (String name : config.get(ClusterKeys.REST_HOSTS).split(",")) {
            add(name);
        }
        try {
            add(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            // The machine has no name that resolves, so no client uses one
        }
    }

    private void add(String name) {
        String known = normalized(name);
        if (!known.isEmpty()) {
            names.add(known);
        }
    }

    /** @param host a name, or an address, of IPv6 in brackets */
    boolean has(String host) {
        String name = normalized(host);
        return names.contains(name)
                || name.endsWith("." + LOCAL)
                || NetUtil.isValidIpV4Address(name)
                || host.startsWith("[") && NetUtil.isValidIpV6Address(host);
    }

    private static String normalized(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
