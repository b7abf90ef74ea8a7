// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.zookeeper;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.ZooKeeperTls;
import io.millrace.cluster.http.ListenFailure;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** A standalone ZooKeeper server. One thread starts and closes it; it runs on its own threads. */
public final class ZooKeeperDaemon implements AutoCloseable {

    /** The directory of logs and snapshots, as ZooKeeper names it. */
    private static final String FILES = FileTxnSnapLog.version + FileTxnSnapLog.VERSION;

    private static final int TICK_MILLIS = 500;
    private static final int SESSION_LONGEST_MILLIS = 300_000;
    private static final int SNAPSHOTS_KEPT = 3;
    private static final int PURGE_HOURS = 1;

    private final ZooKeeperServer server;
    private final ServerCnxnFactory connections;
    private final FileTxnSnapLog files;
    private final DatadirCleanupManager purge;
    private final String host;

    private ZooKeeperDaemon(
            ZooKeeperServer server,
            ServerCnxnFactory connections,
            FileTxnSnapLog files,
            DatadirCleanupManager purge,
            String host) {
        this.server = server;
        this.connections = connections;
        this.files = files;
        this.purge = purge;
        this.host = host;
    }

    /**
     * Starts a server that listens when this returns. With {@code zookeeper.tls.trusted} it takes encrypted connections
     * only, from processes with a certificate.
     */
    public static ZooKeeperDaemon start(Config config) {
        String host = config.get(ClusterKeys.ZOOKEEPER_HOST);
        int port = config.get(ClusterKeys.ZOOKEEPER_PORT);
        Path directory = Directories.make(config, ClusterKeys.ZOOKEEPER_DATA_DIR);
        Optional<ZooKeeperTls> tls = ZooKeeperTls.of(config);
        ServerCnxnFactory connections;
        try {
            connections = ServerPort.open(new InetSocketAddress(host, port), tls);
        } catch (IOException e) {
            throw ListenFailure.failed(host, port, ClusterKeys.ZOOKEEPER_HOST, ClusterKeys.ZOOKEEPER_PORT, e);
        }
        FileTxnSnapLog files = null;
        try {
            keepPrivate(directory);
            files = new FileTxnSnapLog(directory.toFile(), directory.toFile());
            ZooKeeperServer server = new ZooKeeperServer(files, TICK_MILLIS, "");
            server.setMaxSessionTimeout(SESSION_LONGEST_MILLIS);
            connections.startup(server);
            DatadirCleanupManager purge =
                    new DatadirCleanupManager(files.getSnapDir(), files.getDataLogDir(), SNAPSHOTS_KEPT, PURGE_HOURS);
            purge.start();
            return new ZooKeeperDaemon(server, connections, files, purge, host);
        } catch (IOException e) {
            closeQuietly(connections, files);
            throw new ClusterException(
                    Reason.FAILED,
                    "ZooKeeper cannot use " + directory + " (" + ClusterKeys.ZOOKEEPER_DATA_DIR.name() + "): "
                            + Directories.reason(e),
                    e);
        } catch (InterruptedException e) {
            closeQuietly(connections, files);
            Thread.currentThread().interrupt();
            throw new ClusterException(Reason.FAILED, "interrupted while ZooKeeper started", e);
        }
    }

    /**
     * Restricts access to the directory, as ZooKeeper makes files by the umask, and they have all secrets of the
     * cluster. Directories that an operator has linked stay in their place.
     */
    private static void keepPrivate(Path directory) throws IOException {
        Path files = directory.resolve(FILES);
        PrivateDirectory.makeInner(Files.isDirectory(files) ? files.toRealPath() : files);
    }

    public int port() {
        return connections.getLocalPort();
    }

    /** Returns the value of {@code zookeeper.connect} for clients on this machine. */
    public String connect() {
        return host + ":" + port();
    }

    @Override
    public void close() {
        purge.shutdown();
        connections.shutdown();
        server.shutdown();
        closeQuietly(null, files);
    }

    private static void closeQuietly(ServerCnxnFactory connections, FileTxnSnapLog files) {
        if (connections != null) {
            connections.shutdown();
        }
        try {
            if (files != null) {
                files.close();
            }
        } catch (IOException e) {
            // All acknowledged writes are on disk already.
        }
    }
}
