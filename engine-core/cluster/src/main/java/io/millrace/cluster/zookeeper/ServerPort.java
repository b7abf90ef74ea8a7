// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.zookeeper;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.ZooKeeperTls;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;

/** The port of a server, encrypted or not. */
final class ServerPort {

    private static final int MOST_CONNECTIONS_PER_HOST = 1_000;
    private static final int DEFAULT_BACKLOG = -1;
    private static final String SETTINGS = "zookeeper.ssl.";

    /** The property of certificates: every process with a certificate of the authorities is admitted. */
    private static final String CERTIFICATES = ProviderRegistry.AUTHPROVIDER_PROPERTY_PREFIX + "x509";

    private ServerPort() {}

    static ServerCnxnFactory open(InetSocketAddress address, Optional<ZooKeeperTls> tls) throws IOException {
        return tls.isEmpty() ? plain(address) : encrypted(address, tls.get());
    }

    private static ServerCnxnFactory plain(InetSocketAddress address) throws IOException {
        NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
        connections.configure(address, MOST_CONNECTIONS_PER_HOST);
        return connections;
    }

    /**
     * Makes an encrypted port. ZooKeeper reads the settings of encryption from the properties of this process, and the
     * files for each connection.
     */
    private static ServerCnxnFactory encrypted(InetSocketAddress address, ZooKeeperTls tls) throws IOException {
        String certificate = tls.certificate()
                .orElseThrow(() -> new TopologyException("not set: " + ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE.name()
                        + ", which 'millrace zookeeper' needs beside " + ClusterKeys.ZOOKEEPER_TLS_TRUSTED.name()
                        + " to take encrypted connections"))
                .toString();
        System.setProperty(SETTINGS + "keyStore.location", certificate);
        System.setProperty(SETTINGS + "keyStore.type", "PEM");
        System.setProperty(SETTINGS + "trustStore.location", tls.trusted().toString());
        System.setProperty(SETTINGS + "trustStore.type", "PEM");
        System.setProperty(SETTINGS + "clientAuth", "need");
        System.setProperty(CERTIFICATES, X509AuthenticationProvider.class.getName());
        ProviderRegistry.addOrUpdateProvider(CERTIFICATES);
        System.setProperty(ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY, NettyServerCnxnFactory.class.getName());
        requireFree(address);
        ServerCnxnFactory connections = ServerCnxnFactory.createFactory();
        connections.configure(address, MOST_CONNECTIONS_PER_HOST, DEFAULT_BACKLOG, true);
        return connections;
    }

    /**
     * Checks that the port is free: the encrypted port is not bound before the server's data are read, and its error
     * says less.
     */
    private static void requireFree(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
        }
    }
}
