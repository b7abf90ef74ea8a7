// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.LinkSecret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes relay between two workers of different regions, of which the sending one cannot reach the other. The
 * process that forwards is killed or stopped while it does.
 */
@Timeout(60)
class RelayKillIT {

    private static final int NUMBERS = Boolean.getBoolean("millrace.long") ? 2_000_000 : 60_000;

    /** A port on which no process listens. */
    private static final int NO_PORT = 1;

    private final List<Relay> relays = new ArrayList<>();
    private final List<WorkerRuntime> workers = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** A process that relays. */
    private static final class Relay {
        private final Process process;
        private final BufferedReader out;
        private final PeerEndpoint endpoint;
        private volatile boolean forwards;

        Relay(String name, String node) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RelayToKill.class.getName(),
                            name,
                            node,
                            "w1",
                            "n1@eu",
                            "w2",
                            "n2@us")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            endpoint = Json.read(endpointLine().getBytes(StandardCharsets.UTF_8), PeerEndpoint.class);
        }

        /** Returns the line of the endpoint; log lines come before it. */
        private String endpointLine() throws IOException {
            String line = out.readLine();
            while (line != null && !line.startsWith("{")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("the relay has ended before it was ready");
            }
            return line;
        }

        void tell(List<PeerEndpoint> peers) throws IOException {
            OutputStream in = process.getOutputStream();
            for (PeerEndpoint peer : peers) {
                in.write(Json.write(peer));
                in.write('\n');
            }
            in.write('\n');
            in.flush();
            Thread reader = new Thread(this::awaitForwards, "relay-" + endpoint.worker());
            reader.setDaemon(true);
            reader.start();
        }

        private void awaitForwards() {
            try {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    forwards |= line.equals("forwards");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns a topology with task 1 in w2 and task 2 in w1. */
    static Topology topology(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(test, NUMBERS, true));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("numbers");
        return builder.build();
    }

    static WorkerSpec spec(String worker, Map<String, String> nodeOfWorker, Config config, Topology topology) {
        String node = nodeOfWorker.get(worker);
        return new WorkerSpec(
                new WorkerIdentity("topology-1", "test", worker, node, 1),
                new WorkerSpec.Program(topology, config, RelayKillIT.class.getClassLoader(), () -> null),
                new TaskPlacement(Map.of(1, "w2", 2, "w1"), nodeOfWorker),
                1,
                WorkerSpec.Files.NONE,
                new NetSettings(
                        "cluster-1",
                        new LinkSecret(new byte[32]),
                        "127.0.0.1",
                        null,
                        node.substring(node.indexOf('@') + 1)),
                null);
    }

    private void start(String worker, Config config, Topology topology) {
        Network network = new RewiredNetwork(
                peer -> worker.equals("w2") && peer.workerId().equals("w1") ? RewiredNetwork.at(NO_PORT, peer) : peer);
        workers.add(WorkerRuntime.start(
                spec(worker, Map.of("w1", "n1@eu", "w2", "n2@us"), config, topology), network, failures::add));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"AT_MOST_ONCE, STOP", "AT_LEAST_ONCE, STOP", "AT_MOST_ONCE, KILL"})
    void theOtherRelayCarriesOnInEachCase(Guarantee guarantee, String signal) throws IOException, InterruptedException {
        theOtherRelayCarriesOnAndNothingIsLostOrRepeatedOrOutOfOrder(guarantee, signal);
    }

    /** {@link ChannelFaultsTest} has a killed relay with each guarantee in simulated time. */
    @ParameterizedTest
    @CsvSource("AT_LEAST_ONCE, KILL")
    void theOtherRelayCarriesOnAndNothingIsLostOrRepeatedOrOutOfOrder(Guarantee guarantee, String signal)
            throws IOException, InterruptedException {
        Journal journal = Journal.fresh("relay-" + guarantee);
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, guarantee);
        start("w1", config, topology("relay-" + guarantee));
        start("w2", config, topology("relay-" + guarantee));
        relays.add(new Relay("r1", "n3@eu"));
        relays.add(new Relay("r2", "n4@us"));
        List<PeerEndpoint> all = new ArrayList<>();
        workers.forEach(worker -> all.add(worker.endpoint()));
        for (Relay relay : relays) {
            relay.tell(List.copyOf(all));
        }
        relays.forEach(relay -> all.add(relay.endpoint));
        workers.forEach(worker -> worker.peers(all));
        workers.forEach(Worker::activate);

        await(() -> journal.seen.size() > NUMBERS / 20);
        Relay first =
                relays.stream().filter(relay -> relay.forwards).findFirst().orElseThrow();
        signal(signal, first.process);
        await(() -> unique(journal).size() == NUMBERS);

        assertThat(relays).allMatch(relay -> relay.forwards);
        assertThat(List.copyOf(journal.seen))
                .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
        if (guarantee == Guarantee.AT_LEAST_ONCE) {
            await(() -> journal.acked.size() == NUMBERS);
            assertThat(journal.failed).isEmpty();
        }
        assertThat(failures).isEmpty();
    }

    private static void signal(String signal, Process process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    private static Set<Object> unique(Journal journal) {
        synchronized (journal.seen) {
            return journal.seen.size() < NUMBERS ? Set.of() : new LinkedHashSet<>(journal.seen);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        workers.forEach(Worker::close);
        for (Relay relay : relays) {
            relay.process.destroyForcibly();
            relay.process.waitFor();
        }
    }
}
