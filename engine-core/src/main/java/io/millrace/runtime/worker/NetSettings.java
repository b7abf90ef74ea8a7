package io.millrace.runtime.worker;

import io.millrace.transport.TlsSettings;

/**
 * What a worker needs to exchange tuples with other nodes.
 *
 * @param clusterId workers of any other cluster are refused
 * @param host the interface on which its transport listens
 * @param tls how connections to other nodes are encrypted; null if they are not
 * @param region of the node; streams to nodes of other regions go by channels between sites
 */
public record NetSettings(String clusterId, String host, TlsSettings tls, String region) {

    /** In the only region. */
    public NetSettings(String clusterId, String host, TlsSettings tls) {
        this(clusterId, host, tls, "");
    }
}
