// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.ipc.ring.RingCounters;
import io.millrace.storm.RingContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.ConnectionWithStatus.Status;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two workers of one node in one JVM, each with a context of its own, over Storm's own classes. */
@Timeout(60)
class RingContextTest {
    @TempDir
    Path directory;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Path base;
    private Map<String, Object> settings;

    @BeforeEach
    void prepare() {
        base = directory.resolve("rings");
        settings = RingWorker.settings(base);
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void forget() {
        logger().detachAppender(log);
        System.clearProperty(RingSettings.DIRECTORY);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.millrace.storm");
    }

    private List<String> lines() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static void send(ConnectionWithStatus to, TaskMessage... messages) {
        Awaits.until(() -> to.status() == Status.Ready);
        to.send(List.of(messages).iterator());
    }

    @Test
    void messagesOfAllLengthsArriveOnceInOrderThroughTheRing() throws IOException {
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort());
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(receiver.port);
            List<String> sent = new ArrayList<>();
            List<TaskMessage> batch = new ArrayList<>();
            Awaits.until(() -> connection.status() == Status.Ready);
            int[] paddings = {0, 1, 60, 1000, 5, 300_000, 130_000, 7};
            for (int number = 0; number < 4000; number++) {
                TaskMessage message =
                        RingWorker.message(number % RingWorker.TASKS, number, paddings[number % 8] / (1 + number % 5));
                batch.add(message);
                sent.add(RingWorker.text(message));
                if (batch.size() > number % 37) {
                    connection.send(batch.iterator());
                    batch.clear();
                }
            }
            connection.send(batch.iterator());
            Awaits.until(() -> receiver.taken.size() == sent.size());
            assertThat(receiver.taken).isEqualTo(sent);
            assertThat(receiver.throughRing()).isEqualTo(sent.size());
        }
        Awaits.until(() -> isEmpty(base));
    }

    @Test
    void backPressureAndLoadComeBackToTheSender() throws IOException {
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort());
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(receiver.port);
            send(connection, RingWorker.message(1, 1, 1));
            Awaits.until(() -> receiver.taken.size() == 1);
            // Repeated, as Storm does: what is sent before the receiver has registered the connection meets nobody
            Awaits.until(() -> {
                receiver.server.sendBackPressureStatus(status(List.of(3), List.of()));
                return sender.backPressure[3].get();
            });
            receiver.server.sendBackPressureStatus(status(List.of(), List.of(3)));
            Awaits.until(() -> !sender.backPressure[3].get());
            receiver.server.sendLoadMetrics(new HashMap<>(Map.of(3, 0.5)));
            Awaits.until(() -> connection.getLoad(List.of(3)).containsKey(3));
            assertThat(connection.getLoad(List.of(3)).get(3).getBoltLoad()).isEqualTo(0.5);
        }
    }

    @Test
    void aSenderWaitsWhileTheRingIsFullAndLosesNothing() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        settings.put(RingSettings.BYTES, 64 << 10);
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort(), message -> await(resume));
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(receiver.port);
            Awaits.until(() -> connection.status() == Status.Ready);
            int count = 2000;
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                for (int number = 0; number < count; number++) {
                    connection.send(List.of(RingWorker.message(5, number, 100)).iterator());
                }
            });
            Path ring = ringOf(receiver);
            Awaits.until(() -> fullEvents(ring) > 0);
            assertThat(sending).isNotDone();
            resume.countDown();
            sending.get();
            Awaits.until(() -> receiver.taken.size() == count);
            assertThat(receiver.taken.get(count - 1)).isEqualTo("5:" + (count - 1) + ":100");
        }
    }

    @Test
    void aSenderThatWaitsForRoomStopsWhenItsConnectionIsClosed() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        settings.put(RingSettings.BYTES, 64 << 10);
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort(), message -> await(resume));
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(receiver.port);
            Awaits.until(() -> connection.status() == Status.Ready);
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                while (connection.status() != Status.Closed) {
                    connection.send(List.of(RingWorker.message(5, 5, 100)).iterator());
                }
            });
            Path ring = ringOf(receiver);
            Awaits.until(() -> fullEvents(ring) > 0);
            connection.close();
            sending.get();
            resume.countDown();
        }
    }

    @Test
    void aReceiverThatStartsAgainOnItsPortIsReachedByItsNextRing() throws IOException {
        int port = RingWorker.freePort();
        try (RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(port);
            try (RingWorker first = new RingWorker(settings, port)) {
                send(connection, RingWorker.message(1, 1, 1));
                Awaits.until(() -> first.taken.size() == 1);
            }
            Awaits.until(() -> connection.status() != Status.Ready);
            try (RingWorker second = new RingWorker(settings, port)) {
                // The first ones are dropped, as nobody is connected, and connect again
                Awaits.until(() -> {
                    connection.send(List.of(RingWorker.message(2, 2, 2)).iterator());
                    return second.throughRing() > 0;
                });
                assertThat(second.taken).contains("2:2:2").doesNotContain("1:1:1");
            }
        }
    }

    @Test
    void aWorkerOfAnotherVersionIsReachedByNettyWithOneLine() throws IOException {
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort());
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            Path published = ringOf(receiver).resolveSibling("worker");
            Files.writeString(published, Files.readString(published).replace("version=1", "version=2"));
            ConnectionWithStatus connection = sender.connect(receiver.port);
            send(connection, RingWorker.message(1, 1, 1));
            Awaits.until(() -> receiver.taken.size() == 1);
            assertThat(receiver.throughRing()).isZero();
            assertThat(lines().stream().filter(line -> line.contains("version 2, this worker's has 1")))
                    .hasSize(1);
        }
    }

    @Test
    void whatDeadWorkersLeftIsRemovedAndNotUsed() throws IOException {
        int port = RingWorker.freePort();
        Path dead = Files.createDirectories(base.resolve("storm-1-dead"));
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx------"));
        Files.createFile(base.resolve("storm-1-dead.lock"));
        new RingAddress(RingWorker.TOPOLOGY, Utils.hostname(), port).publish(dead);
        try (RingWorker receiver = new RingWorker(settings, port);
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            assertThat(dead).doesNotExist();
            send(sender.connect(port), RingWorker.message(1, 1, 1));
            Awaits.until(() -> receiver.taken.size() == 1);
            assertThat(receiver.throughRing()).isEqualTo(1);
        }
    }

    @Test
    void aWorkerThatEndsRemovesItsFilesFirstAndIsClosedAfterwards() throws IOException {
        RingNode node = RingNode.open(RingSettings.of(settings), Optional.empty());
        try (RingWorker server = new RingWorker(settings, RingWorker.freePort())) {
            node.bind(RingWorker.TOPOLOGY, 1, batch -> {}, () -> server.server);
            node.removeFiles();
            node.close();
        }
        Awaits.until(() -> isEmpty(base));
    }

    @Test
    void twoTopologiesWithOnePortAreTwoWorkers() throws IOException {
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort())) {
            assertThat(new RingAddress("other-1", "host", receiver.port).find(base))
                    .isEmpty();
            assertThat(new RingAddress(RingWorker.TOPOLOGY, "other host", receiver.port).find(base))
                    .isEmpty();
        }
    }

    @Test
    void whereThereIsNoMemoryNettyIsUsedWithOneLine() throws IOException {
        Files.writeString(base, "no directory");
        try (RingWorker receiver = new RingWorker(settings, RingWorker.freePort());
                RingWorker sender = new RingWorker(settings, RingWorker.freePort())) {
            send(sender.connect(receiver.port), RingWorker.message(1, 1, 1));
            Awaits.until(() -> receiver.taken.size() == 1);
            assertThat(lines()).hasSize(2).allMatch(line -> line.contains("by Netty"));
        }
    }

    @Test
    void authenticationAndTlsLeaveAllToNetty() {
        for (String key : List.of("storm.messaging.netty.authentication", "storm.messaging.netty.tls.enable")) {
            settings = RingWorker.settings(base);
            settings.put(key, true);
            RingContext context = new RingContext();
            context.prepare(settings, null);
            context.term();
            assertThat(lines()).last().asString().contains(key + " is set");
            assertThat(base).doesNotExist();
        }
    }

    private static boolean isEmpty(Path directory) {
        try (Stream<Path> left = Files.list(directory)) {
            return left.findAny().isEmpty();
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BackPressureStatus status(List<Integer> under, List<Integer> free) {
        return new BackPressureStatus("worker", new ArrayList<>(under), new ArrayList<>(free));
    }

    private Path ringOf(RingWorker worker) throws IOException {
        return new RingAddress(RingWorker.TOPOLOGY, Utils.hostname(), worker.port)
                .find(base)
                .orElseThrow();
    }

    private static long fullEvents(Path ring) {
        try {
            return RingCounters.open(ring).fullEvents();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
