// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.config.ZooKeeperTls;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.settings.ClusterKeys;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;

/**
 * The access of a process to ZooKeeper: its servers, and the credentials.
 *
 * @param servers the servers, host:port separated by commas, without a path
 */
record ZooKeeperAccess(String servers, Optional<ZooKeeperAuth> auth, Optional<ZooKeeperTls> tls) {

    private static final String NETTY_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";
    private static final String PEM = "PEM";

    static ZooKeeperAccess of(Config config) {
        return new ZooKeeperAccess(servers(config), ZooKeeperAuth.of(config), ZooKeeperTls.of(config));
    }

    private static String servers(Config config) {
        String connect = config.get(ClusterKeys.ZOOKEEPER_CONNECT);
        int path = connect.indexOf('/');
        return path < 0 ? connect : connect.substring(0, path);
    }

    /** Returns the path after the servers, which comes before the root; empty if there is none. */
    static String chroot(Config config) {
        String connect = config.get(ClusterKeys.ZOOKEEPER_CONNECT);
        int path = connect.indexOf('/');
        return path < 0 ? "" : connect.substring(path).replaceAll("/+$", "");
    }

    List<InetSocketAddress> addresses() {
        try {
            return new ConnectStringParser(servers).getServerAddresses();
        } catch (IllegalArgumentException e) {
            throw malformed(e);
        }
    }

    ClusterException malformed(Exception cause) {
        return new ClusterException(
                Reason.NO_CLUSTER,
                ClusterKeys.ZOOKEEPER_CONNECT.name() + " is '" + servers + "': it takes host:port, separated by commas",
                cause);
    }

    ClusterException silent() {
        String unknown = unknownHosts();
        return new ClusterException(
                Reason.NO_CLUSTER,
                "ZooKeeper does not answer at " + servers
                        + (unknown.isEmpty()
                                ? ": start it with 'millrace zookeeper', or set zookeeper.connect"
                                : ": this machine knows no address of " + unknown
                                        + ": correct zookeeper.connect, or the name service"));
    }

    /** Returns the hosts whose names do not resolve now, separated by commas. */
    private String unknownHosts() {
        return addresses().stream()
                .map(InetSocketAddress::getHostString)
                .distinct()
                .filter(host -> new InetSocketAddress(host, 0).isUnresolved())
                .collect(Collectors.joining(", "));
    }

    /** Returns the error of a server that accepts connections, with which no session begins. */
    ClusterException mute() {
        return new ClusterException(
                Reason.NO_CLUSTER,
                "ZooKeeper does not answer at " + servers + ", which accepts connections: "
                        + (tls.isEmpty()
                                ? "set zookeeper.tls.trusted if it takes encrypted ones only, or wait until its"
                                        + " servers have a quorum"
                                : "set zookeeper.tls.certificate if it asks for one, or wait until its servers have a"
                                        + " quorum"));
    }

    /** Returns the client's configuration for encrypted connections, or an empty one. */
    ZKClientConfig clientConfig() {
        ZKClientConfig config = new ZKClientConfig();
        tls.ifPresent(files -> {
            config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
            config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NETTY_SOCKET);
            if (System.getProperty("java.security.auth.login.config") == null) {
                // The client would look up the name of an address, and then expect that name in the certificate
                config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
            }
            config.setProperty(
                    "zookeeper.ssl.trustStore.location", files.trusted().toString());
            config.setProperty("zookeeper.ssl.trustStore.type", PEM);
            files.certificate().ifPresent(file -> {
                config.setProperty("zookeeper.ssl.keyStore.location", file.toString());
                config.setProperty("zookeeper.ssl.keyStore.type", PEM);
            });
        });
        return config;
    }

    /** Returns the rights of new nodes: only those of this user, or of everyone if processes do not authenticate. */
    List<ACL> acl() {
        // This is not List.of, as ZooKeeper's client asks whether it contains null
        return auth.map(own -> Collections.singletonList(
                        new ACL(ZooDefs.Perms.ALL, new Id(ZooKeeperAuth.SCHEME, digest(own)))))
                .orElse(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    /** Whether a user without authentication may change a node or its rights, or create or delete its children. */
    static boolean isForEverybodyToChange(ACL acl) {
        int changes = ZooDefs.Perms.CREATE | ZooDefs.Perms.DELETE | ZooDefs.Perms.WRITE | ZooDefs.Perms.ADMIN;
        return List.of("world", "ip").contains(acl.getId().getScheme()) && (acl.getPerms() & changes) != 0;
    }

    private static String digest(ZooKeeperAuth auth) {
        try {
            return DigestAuthenticationProvider.generateDigest(new String(auth.secret(), StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new TopologyException("this Java has no digest for zookeeper.auth: " + e.getMessage(), e);
        }
    }

    /** Returns the message if ZooKeeper refuses access to a path. */
    String denied(String path) {
        return "ZooKeeper at " + servers + " refuses access to " + path
                + ", which belongs to another user or password: "
                + auth.map(own -> "zookeeper.auth has user '" + own.user() + "' and maybe a wrong password; correct it")
                        .orElse("set zookeeper.auth or zookeeper.auth.file")
                + ", or set another zookeeper.root";
    }

    /** Returns the error if a tree does not have the rights that new nodes get. */
    ClusterException open(String path, String how) {
        return new ClusterException(
                Reason.REFUSED,
                path + " in ZooKeeper at " + servers + " can be " + how + " by others than user '"
                        + auth.map(ZooKeeperAuth::user).orElse("")
                        + "' of zookeeper.auth, as it was created without: see docs/security.md, or set another"
                        + " zookeeper.root");
    }
}
