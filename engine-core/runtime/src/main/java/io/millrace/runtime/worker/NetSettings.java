// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.Prices;
import io.millrace.api.config.TopologyKeys;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.geo.GeoSender;

/**
 * The settings by which a worker exchanges tuples with other nodes.
 *
 * @param clusterId id of the cluster; workers of any other cluster are refused
 * @param secret secret of the submission: peers that do not prove that they know it are refused
 * @param host interface on which its transport listens
 * @param tls encryption of connections to other nodes; null if they are not encrypted
 * @param site place of the node among the regions
 */
public record NetSettings(String clusterId, LinkSecret secret, String host, TlsSettings tls, Site site) {

    /**
     * The region of a node, and what it costs to send from there to others.
     *
     * @param egress price of bytes that leave the region
     * @param relayMoneyPerHour price of a relay between regions
     * @param near regions that are near each other, for the topology of the worker
     */
    public record Site(String region, Prices egress, double relayMoneyPerHour, NearRegions near) {}

    /**
     * Returns the longest message of the transports of workers and services, which refuse each other if it differs: a
     * tuple may be a batch of its own on its way to another region.
     */
    public static int messageMaxBytes(Config config) {
        return Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES) + GeoSender.OVERHEAD_BYTES);
    }

    /** Makes settings where nothing costs money. */
    public NetSettings(String clusterId, LinkSecret secret, String host, TlsSettings tls, String region) {
        this(clusterId, secret, host, tls, new Site(region, Prices.read(""), 0, NearRegions.NONE));
    }

    /** Makes settings for the only region. */
    public NetSettings(String clusterId, LinkSecret secret, String host, TlsSettings tls) {
        this(clusterId, secret, host, tls, "");
    }

    public String region() {
        return site.region();
    }
}
