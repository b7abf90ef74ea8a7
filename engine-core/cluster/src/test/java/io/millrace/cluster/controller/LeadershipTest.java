// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The log of a controller when it gains and loses the lead. */
@Timeout(60)
class LeadershipTest {

    @TempDir
    Path directory;

    private final Logger logger = (Logger) LoggerFactory.getLogger(ControllerAgent.class);
    private final Level level = logger.getLevel();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void capture() {
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
    }

    @AfterEach
    void release() {
        logger.detachAppender(log);
        logger.setLevel(level);
    }

    @Test
    void eachGainAndEachLossIsOneLineWithItsReason() throws Exception {
        try (TestZooKeeper zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"))) {
            Config config = zooKeeper
                    .config()
                    .with(ClusterKeys.CONTROLLER_PORT, 0)
                    .with(
                            ClusterKeys.CONTROLLER_DATA_DIR,
                            directory.resolve("controller").toString());
            try (ControllerDaemon controller = ControllerDaemon.start(config)) {
                Await.until("a leader", controller::leads);
                zooKeeper.stop();
                Await.until("the loss", () -> messages().size() == 2);
                zooKeeper.startAgain();
                Await.until("the second gain", () -> messages().size() == 3);
            }
            assertThat(messages())
                    .satisfiesExactly(
                            gain -> assertThat(gain).contains("this controller leads"),
                            loss -> assertThat(loss)
                                    .isEqualTo("this controller no longer leads: ZooKeeper at "
                                            + config.get(ClusterKeys.ZOOKEEPER_CONNECT) + " does not answer"),
                            gain -> assertThat(gain).contains("this controller leads"));
        }
    }

    @Test
    void aControllerThatDoesNotLeadNamesTheLeader() throws Exception {
        try (TestZooKeeper zooKeeper = new TestZooKeeper(directory.resolve("zookeeper"))) {
            Config config = zooKeeper.config().with(ClusterKeys.CONTROLLER_PORT, 0);
            try (ControllerDaemon first = ControllerDaemon.start(data(config, "first"))) {
                Await.until("a leader", first::leads);
                try (ControllerDaemon second = ControllerDaemon.start(data(config, "second"))) {
                    Await.until(
                            "the leader's address",
                            () -> plan(second).contains("this controller does not lead: ask the leader, ")
                                    && plan(second).contains(":" + first.port()));
                }
            }
        }
    }

    private Config data(Config config, String name) {
        return config.with(
                ClusterKeys.CONTROLLER_DATA_DIR, directory.resolve(name).toString());
    }

    private static String plan(ControllerDaemon controller) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controller.port()
                                            + "/v1/topologies/t/rebalance/plan"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> messages() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
