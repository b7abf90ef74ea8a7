// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.http.PlainHttp;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.log.LogLines;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A tree that belongs to the user of zookeeper.auth, in the server of {@code millrace zookeeper}. */
@Timeout(60)
class ZooKeeperAuthTest {

    private static final String PASSWORD = "hidden-word";

    @TempDir
    Path directory;

    @RegisterExtension
    private final LogLines ofController = LogLines.of(ControllerDaemon.class.getName());

    @RegisterExtension
    private final LogLines ofSupervisor = LogLines.of(SupervisorDaemon.class.getName());

    @RegisterExtension
    private final LogLines ofRest = LogLines.of(PlainHttp.class.getName());

    private TestZooKeeper zooKeeper;
    private Config open;
    private Config own;

    @BeforeEach
    void start() {
        zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"));
        open = zooKeeper
                .config()
                .with(ClusterKeys.ZOOKEEPER_ROOT, "/deep/millrace")
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.IPC_DIR, directory.resolve("ipc").toString())
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(
                        ClusterKeys.SUPERVISOR_DATA_DIR,
                        directory.resolve("supervisor").toString());
        own = open.with(ClusterKeys.ZOOKEEPER_AUTH, "me:" + PASSWORD);
    }

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private interface Question {
        void ask() throws Exception;
    }

    private static void assertDenied(String path, Question question) {
        assertThatThrownBy(question::ask).as(path).isInstanceOf(KeeperException.NoAuthException.class);
    }

    @Test
    void whoHasNotThePasswordReadsNothing() throws Exception {
        try (ControllerDaemon controller = ControllerDaemon.start(own);
                SupervisorDaemon supervisor = SupervisorDaemon.start(own)) {
            Await.until("a leader", controller::leads);
            assertThat(new ControllerLocator(own).locate().port()).isEqualTo(controller.port());
            List<String> paths = paths();
            assertThat(paths)
                    .contains("/deep", "/deep/millrace/cluster", "/deep/millrace/controllers/leader")
                    .contains("/deep/millrace/supervisors/" + supervisor.node())
                    .anyMatch(path -> path.startsWith("/deep/millrace/controllers/latch/"));
            ZooKeeper stranger = session();
            try {
                for (String path : paths) {
                    assertDenied(path, () -> stranger.getData(path, false, null));
                    assertDenied(path, () -> stranger.getChildren(path, false));
                    assertDenied(path, () -> stranger.getACL(path, null));
                    assertDenied(path, () -> stranger.setData(path, new byte[0], -1));
                }
            } finally {
                stranger.close();
            }
        }
    }

    /** Returns all nodes except ZooKeeper's own. */
    private List<String> paths() throws Exception {
        ZooKeeper all = session();
        try {
            all.addAuthInfo(ZooKeeperAuth.SCHEME, ("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
            List<String> found = new ArrayList<>(List.of("/deep"));
            for (int i = 0; i < found.size(); i++) {
                String path = found.get(i);
                all.getChildren(path, false).forEach(child -> found.add(path + "/" + child));
            }
            return found;
        } finally {
            all.close();
        }
    }

    private ZooKeeper session() throws Exception {
        ZooKeeper client = new ZooKeeper(open.get(ClusterKeys.ZOOKEEPER_CONNECT), 10_000, event -> {});
        Await.until("a session", () -> client.getState().isConnected());
        return client;
    }

    @Test
    void eachProcessSaysInOneLineThatItIsNotLetIn() {
        try (Registry registry = Registry.open(own)) {
            registry.cluster("c");
        }
        String wrong = "ZooKeeper at " + open.get(ClusterKeys.ZOOKEEPER_CONNECT) + " refuses access to /deep/millrace";
        for (Config config : List.of(open, own.with(ClusterKeys.ZOOKEEPER_AUTH, "me:other-word"))) {
            assertOneLine(() -> ControllerDaemon.start(config), wrong);
            assertOneLine(() -> SupervisorDaemon.start(config), wrong);
            assertOneLine(() -> new ControllerLocator(config).locate(), wrong);
        }
        assertThatThrownBy(() -> Registry.open(open)).hasMessageContaining("set zookeeper.auth or zookeeper.auth.file");
        assertThatThrownBy(() -> Registry.open(own.with(ClusterKeys.ZOOKEEPER_AUTH, "me:other-word")))
                .hasMessageContaining("zookeeper.auth has user 'me' and maybe a wrong password");
    }

    @Test
    void daemonsSayAtTheirStartThatAnybodyIsLetIn() {
        try (ControllerDaemon controller = ControllerDaemon.start(own);
                SupervisorDaemon supervisor = SupervisorDaemon.start(own)) {
            assertThat(ofController.all()).as(supervisor.node()).noneMatch(line -> line.contains("zookeeper.auth"));
            assertThat(ofSupervisor.all()).as("%s", controller).noneMatch(line -> line.contains("zookeeper.auth"));
        }
        Config other = open.with(ClusterKeys.ZOOKEEPER_ROOT, "/other");
        try (ControllerDaemon controller = ControllerDaemon.start(other);
                SupervisorDaemon supervisor = SupervisorDaemon.start(other)) {
            assertThat(ofController.all()).as("%s", controller).containsOnlyOnce(ZooKeeperAuth.MISSING);
            assertThat(ofSupervisor.all()).as(supervisor.node()).containsOnlyOnce(ZooKeeperAuth.MISSING);
        }
    }

    @Test
    void aSupervisorThatOthersReachSaysSo() {
        try (SupervisorDaemon supervisor = SupervisorDaemon.start(own.with(ClusterKeys.NODE_HOST, "0.0.0.0"))) {
            assertThat(ofRest.all())
                    .anyMatch(line ->
                            line.startsWith("tokens come without encryption to REST on 0.0.0.0:" + supervisor.port()));
        }
    }

    @Test
    void aTreeThatOthersCanReadIsRefused() {
        try (Registry registry = Registry.open(open)) {
            registry.cluster("c");
        }
        assertOneLine(
                () -> ControllerDaemon.start(own),
                "/deep/millrace/cluster in ZooKeeper at 127.0.0.1:" + port()
                        + " can be read by others than user 'me' of zookeeper.auth");
    }

    /**
     * A user that may write to them could create the nodes below before the cluster does, and choose the content that
     * it reads.
     */
    @Test
    void aRootOrChrootThatOthersCanWriteToIsRefused() throws Exception {
        ZooKeeper stranger = session();
        try {
            stranger.create("/deep", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            String where = " in ZooKeeper at 127.0.0.1:" + port();
            assertOneLine(() -> Registry.open(own), "/deep" + where + " can be changed by others than user 'me'");
            stranger.setACL("/deep", ZooDefs.Ids.READ_ACL_UNSAFE, -1);
            stranger.addAuthInfo("digest", "admin:x".getBytes(StandardCharsets.UTF_8));
            stranger.create("/apps", new byte[0], ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
            stranger.create("/apps/open", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            Config chroot = own.with(ClusterKeys.ZOOKEEPER_CONNECT, "127.0.0.1:" + port() + "/apps/open")
                    .with(ClusterKeys.ZOOKEEPER_ROOT, "/millrace");
            assertOneLine(() -> Registry.open(chroot), "/apps/open" + where + " can be changed by others");
            assertOneLine(() -> SupervisorDaemon.start(chroot), "/apps/open" + where + " can be changed by others");

            List<ACL> readable = new ArrayList<>(ZooDefs.Ids.READ_ACL_UNSAFE);
            readable.addAll(ZooDefs.Ids.CREATOR_ALL_ACL);
            stranger.setACL("/apps/open", readable, -1);
            stranger.create("/apps/open/millrace", new byte[0], ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
            assertOneLine(() -> Registry.open(chroot), "ZooKeeper at 127.0.0.1:" + port() + " refuses access to");
        } finally {
            stranger.close();
        }
    }

    private int port() {
        return open.get(ClusterKeys.ZOOKEEPER_PORT);
    }

    private static void assertOneLine(Question question, String begin) {
        assertThatThrownBy(question::ask).satisfies(e -> {
            assertThat(e).isInstanceOf(ClusterException.class);
            assertThat(e.getMessage()).startsWith(begin).doesNotContain("\n", PASSWORD, "other-word");
        });
    }

    @Test
    void aFileKeepsThePasswordFromOthers() throws Exception {
        Path file = Files.writeString(directory.resolve("auth"), "me:" + PASSWORD + "\n");
        Config config = open.with(ClusterKeys.ZOOKEEPER_AUTH_FILE, file.toString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertWrong(config, "which others can read or write: chmod 600 " + file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(ZooKeeperAuth.of(config)).hasToString("Optional[me]");
        assertThat(ZooKeeperAuth.forWorkers(config)).hasToString("{zookeeper.auth.file=" + file + "}");
        Config both = config.with(ClusterKeys.ZOOKEEPER_AUTH, "you:x");
        assertThat(ZooKeeperAuth.of(both)).hasToString("Optional[you]");
        assertThat(ZooKeeperAuth.of(
                        ZooKeeperAuth.inWorker(ZooKeeperAuth.forWorkers(both), ZooKeeperAuth.workerEnvironment(both))))
                .hasToString("Optional[you]");
        assertThat(ZooKeeperAuth.forWorkers(both).values()).containsExactly(file.toString());
        Files.writeString(file, "hidden-word");
        assertWrong(config, "zookeeper.auth is set wrongly: it takes user:password");
        Files.writeString(file, "");
        assertWrong(config, "which is empty");
        Files.delete(file);
        assertWrong(config, "which cannot be read");
    }

    private static void assertWrong(Config config, String what) {
        assertThatThrownBy(() -> ZooKeeperAuth.of(config))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(what)
                .hasMessageNotContaining("hidden-word");
    }
}
