// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.ConnectionWithStatus.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker whose receiver is another process, which is killed and started again on its port. */
@Timeout(60)
class TwoProcessesIT {
    private static final int MESSAGES = 200;

    @TempDir
    Path directory;

    private final List<Receiver> started = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        started.forEach(receiver -> receiver.process.destroyForcibly());
        System.clearProperty(RingSettings.DIRECTORY);
    }

    @Test
    void aReceiverThatIsKilledAndStartsAgainGetsWhatIsSentThen() throws IOException {
        Path base = directory.resolve("rings");
        int port = RingWorker.freePort();
        Receiver first = new Receiver(base, port);
        try (RingWorker sender = new RingWorker(RingWorker.settings(base), RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(port);
            Awaits.until(() -> connection.status() == Status.Ready);
            send(connection, 0);
            List<String> expected = IntStream.range(0, MESSAGES)
                    .mapToObj(number -> "got 5:" + number + ":50")
                    .toList();
            Awaits.until(() -> first.got() == MESSAGES);
            assertThat(first.lines.subList(1, MESSAGES + 1)).isEqualTo(expected);
            assertThat(first.throughRing()).isEqualTo(MESSAGES);

            first.process.destroyForcibly();
            Awaits.until(() -> !first.process.isAlive());
            Receiver second = new Receiver(base, port);
            Awaits.until(() -> {
                send(connection, MESSAGES);
                return second.got() > 0;
            });
            Awaits.until(() -> second.throughRing() > 0);
            assertThat(second.lines).noneMatch(line -> line.startsWith("got 5:0:"));
            // What the first one left is removed: the sender's directory and that of the second are there
            Awaits.until(() -> directories(base) == 2);
        }
    }

    private static void send(ConnectionWithStatus connection, int from) {
        for (int number = from; number < from + MESSAGES; number++) {
            connection.send(List.of(RingWorker.message(5, number, 50)).iterator());
        }
    }

    private static long directories(Path base) {
        try (Stream<Path> files = Files.list(base)) {
            return files.filter(Files::isDirectory).count();
        } catch (IOException e) {
            return -1;
        }
    }

    private final class Receiver {
        final Process process;
        final List<String> lines = new CopyOnWriteArrayList<>();

        Receiver(Path base, int port) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ReceiverProcess.class.getName(),
                            base.toString(),
                            Integer.toString(port))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            started.add(this);
            Thread reading = new Thread(() -> {
                try (BufferedReader output =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                    output.lines()
                            .filter(line -> line.matches("(got|ring|ready).*"))
                            .forEach(lines::add);
                } catch (IOException e) {
                    lines.add("unreadable: " + e);
                }
            });
            reading.setDaemon(true);
            reading.start();
            Awaits.until(() -> lines.contains("ready"));
        }

        long got() {
            return lines.stream().filter(line -> line.startsWith("got ")).count();
        }

        /** Asks how many messages came through the ring since the last time. */
        int throughRing() {
            long before =
                    lines.stream().filter(line -> line.startsWith("ring ")).count();
            try {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            Awaits.until(() ->
                    lines.stream().filter(line -> line.startsWith("ring ")).count() > before);
            return lines.stream()
                    .filter(line -> line.startsWith("ring "))
                    .reduce((former, last) -> last)
                    .map(line -> Integer.parseInt(line.substring("ring ".length())))
                    .orElseThrow();
        }
    }
}
