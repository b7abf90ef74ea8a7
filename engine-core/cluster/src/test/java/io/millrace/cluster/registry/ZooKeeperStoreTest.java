// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateManager;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests ZooKeeper as a store. */
final class ZooKeeperStoreTest extends StoreContract {

    @TempDir
    Path directory;

    private TestZooKeeper server;

    @Override
    Store connect() throws Exception {
        if (server == null) {
            server = new TestZooKeeper(directory);
        }
        ZooKeeperStore store = ZooKeeperStore.connect(server.config());
        assertThat(store.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return store;
    }

    /** Two threads of Curator cause this if the end of an expired session is reported after the next begin. */
    @Test
    void aConnectionThatTheClientHasNotNoticedIsMadeAnew() throws Exception {
        try (ZooKeeperStore store = (ZooKeeperStore) connect()) {
            Object framework = store.client();
            Object connection = field(field(framework, "client"), "state");
            ((AtomicBoolean) field(connection, "isConnected")).set(false);
            ConnectionStateManager manager = (ConnectionStateManager) field(framework, "connectionStateManager");
            manager.addStateChange(ConnectionState.LOST);
            Await.until("it is lost", () -> !store.connected());

            Await.until("it is found", store::connected);
            assertThat(store.children("/")).contains("zookeeper");
        }
    }

    @Test
    void theServerForgetsTheWatchOfTheLastCopyOfATree() throws Exception {
        try (ZooKeeperStore store = (ZooKeeperStore) connect()) {
            store.commit("t", List.of(Change.create("/t", new byte[0])));
            // Curator has a watch of its own
            Await.until("the client is up", () -> watches() > 0);
            int own = watches();
            AtomicInteger told = new AtomicInteger();
            Store.Copy first = store.copy("/t", Store.listener((before, after) -> {}, () -> {}));
            Store.Copy second = store.copy("/t", Store.listener((before, after) -> told.incrementAndGet(), () -> {}));
            Await.until("both are read", () -> first.complete() && second.complete());
            assertThat(watches()).isGreaterThan(own);

            first.close();
            store.commit("a", List.of(Change.create("/t/a", new byte[0])));
            Await.until("the other follows", () -> told.get() == 2);
            second.close();

            Await.until("the watch is gone", () -> watches() == own);
        }
    }

    private int watches() {
        try {
            ZooKeeperServer of = (ZooKeeperServer) field(field(server, "daemon"), "server");
            return of.getZKDatabase().getDataTree().getWatchCount();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Class<?> type = of.getClass();
        while (Arrays.stream(type.getDeclaredFields())
                .noneMatch(field -> field.getName().equals(name))) {
            type = type.getSuperclass();
        }
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    @AfterEach
    @Override
    void closeAll() {
        super.closeAll();
        server.close();
    }
}
