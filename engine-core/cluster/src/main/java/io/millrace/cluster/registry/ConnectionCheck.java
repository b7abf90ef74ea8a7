// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.ZooKeeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a new connection if Curator waits for a connection that it has. When a session has expired, one thread reports
 * to Curator the end of the old connection, and another thread that the new one is up. If the end is reported last, all
 * calls of Curator fail for ever. A process may come into this state when it was stopped for longer than its session.
 * Any thread may call.
 */
final class ConnectionCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCheck.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final long NO_SESSION = 0;

    private final CuratorFramework client;
    private final BooleanSupplier connected;
    private final Executor later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    private final AtomicBoolean checking = new AtomicBoolean();

    /** @param connected whether Curator has reported a connection */
    ConnectionCheck(CuratorFramework client, BooleanSupplier connected) {
        this.client = client;
        this.connected = connected;
    }

    /** Begins the checks, as the session is lost: they go on until there is a connection. */
    void begin() {
        if (checking.compareAndSet(false, true)) {
            later.execute(() -> check(NO_SESSION));
        }
    }

    /** @param before the session that was connected in the last check */
    private void check(long before) {
        if (client.getState() != CuratorFrameworkState.STARTED) {
            return;
        }
        if (connected.getAsBoolean()) {
            checking.set(false);
            if (!connected.getAsBoolean()) {
                // The session was lost meanwhile, when this check still seemed to go on
                begin();
            }
            return;
        }
        long session = connectedSession();
        if (session != NO_SESSION && session == before) {
            LOG.warn("the client of ZooKeeper has not noticed that it is connected again: making a new connection");
            reset();
        }
        later.execute(() -> check(session));
    }

    private long connectedSession() {
        try {
            ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
            return handle.getState().isConnected() ? handle.getSessionId() : NO_SESSION;
        } catch (Exception e) {
            LOG.debug("no connection", e);
            return NO_SESSION;
        }
    }

    private void reset() {
        try {
            client.getZookeeperClient().reset();
        } catch (Exception e) {
            LOG.warn("cannot make a new connection to ZooKeeper, trying again: {}", e.getMessage());
        }
    }
}
