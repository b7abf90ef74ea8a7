// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storm.RingContext;
import io.millrace.storm.TrafficScheduler;
import io.millrace.storm.ring.RingSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.testing.InProcessZookeeper;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Storm as it is deployed, with both plug-ins, with the ring and without: ZooKeeper here, Nimbus, two supervisors and their workers as
 * processes. While words are counted, workers, supervisors and Nimbus are killed. What the spouts were told has arrived
 * must have arrived. How many words came again is printed, so that the plug-ins can be compared with Storm alone.
 */
@Tag("long")
@Timeout(3600)
class StormClusterIT {
    private enum PlugIns {
        NONE(false, false),
        RING(true, false),
        BOTH(true, true);

        private final boolean ring;
        private final boolean scheduler;

        PlugIns(boolean ring, boolean scheduler) {
            this.ring = ring;
            this.scheduler = scheduler;
        }
    }

    private static final String TOPOLOGY = "words";
    private static final long SECONDS = Long.getLong("millrace.storm.seconds", 600);
    private static final long SECONDS_BETWEEN_KILLS = 15;

    /** About how long the line of a sentence is. */
    private static final int BYTES_OF_ID = 40;

    /** The number of blows of which one falls on a daemon. */
    private static final int BLOWS_OF_A_DAEMON = 3;

    @TempDir
    Path directory;

    private final List<StormHome> supervisors = new ArrayList<>();

    /** Nimbus and then the supervisors. */
    private final List<StormHome> homes = new ArrayList<>();

    private final List<Process> daemons = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        daemons.forEach(Process::destroyForcibly);
        for (StormHome supervisor : supervisors) {
            supervisor.workers().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @ParameterizedTest
    @CsvSource({"BOTH, 4", "BOTH, 2", "RING, 4", "NONE, 4"})
    void whatIsAcknowledgedHasArrivedAlthoughProcessesAreKilled(PlugIns plugIns, int workers) throws Exception {
        ports.addAll(freePorts(7));
        Path results = Files.createDirectories(directory.resolve("results"));
        Path rings = directory.resolve("rings");
        InProcessZookeeper zookeeper = new InProcessZookeeper();
        try {
            start(zookeeper.getPort(), rings, plugIns.scheduler);
            submit(results, plugIns.ring, workers);
            awaitMore(results);
            assertThat(rings(rings)).isEqualTo(plugIns.ring ? workers : 0);
            int kills = kill(results);
            assertThat(kills).isPositive();
            Files.createFile(results.resolve("stop"));
            await(() -> allArrived(results));
            print(results, plugIns, workers, kills);
            await(StormClusterIT::isKilled);
            await(() -> rings(rings) == 0);
        } finally {
            zookeeper.close();
        }
    }

    /** Kills a process, and the next one when words flow again. Returns how many were killed. */
    private int kill(Path results) throws IOException {
        Random random = new Random(SECONDS);
        int kills = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (int blow = 1; System.nanoTime() < end; blow++) {
            long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_KILLS);
            if (blow % BLOWS_OF_A_DAEMON == 0) {
                daemons.get(random.nextInt(daemons.size())).destroyForcibly();
                kills++;
            } else {
                kills += killWorker(random) ? 1 : 0;
            }
            await(() -> System.nanoTime() > next);
            awaitMore(results);
        }
        return kills;
    }

    /** Waits until the spouts were told of another hundred sentences. */
    private void awaitMore(Path results) {
        long before = acknowledgedBytes(results);
        await(() -> acknowledgedBytes(results) > before + 100L * BYTES_OF_ID);
    }

    private static long acknowledgedBytes(Path results) {
        try (Stream<Path> files = Files.list(results)) {
            return files.filter(each -> each.getFileName().toString().startsWith("acked-"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(Path results, PlugIns plugIns, int workers, int kills) {
        List<String> words = lines(results, "words-");
        System.out.printf(
                "plug-ins: %s, %d workers: %d kills, %d sentences acknowledged, %d words, %d of them again%n",
                plugIns,
                workers,
                kills,
                lines(results, "acked-").size(),
                words.size(),
                words.size() - new HashSet<>(words).size());
    }

    private boolean killWorker(Random random) throws IOException {
        List<ProcessHandle> workers = supervisors.get(random.nextInt(2)).workers();
        return !workers.isEmpty() && workers.get(random.nextInt(workers.size())).destroyForcibly();
    }

    /** Starts daemons that have ended again, as an operator's service manager does. */
    private void keepUp() {
        for (int i = 0; i < daemons.size(); i++) {
            if (!daemons.get(i).isAlive()) {
                try {
                    daemons.set(i, homes.get(i).start(i == 0 ? Daemon.NIMBUS : Daemon.SUPERVISOR));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void start(long zookeeperPort, Path rings, boolean scheduler) throws Exception {
        Map<String, Object> common = new TreeMap<>();
        common.put("storm.zookeeper.servers", "[\"127.0.0.1\"]");
        common.put("storm.zookeeper.port", zookeeperPort);
        common.put("storm.zookeeper.session.timeout", 40_000);
        common.put("nimbus.seeds", "[\"127.0.0.1\"]");
        common.put("nimbus.thrift.port", ports.get(0));
        common.put("nimbus.monitor.freq.secs", 2);
        common.put("nimbus.task.timeout.secs", 120);
        common.put("supervisor.worker.timeout.secs", 120);
        common.put("supervisor.monitor.frequency.secs", 1);
        common.put("supervisor.worker.shutdown.sleep.secs", 30);
        // Else Storm keeps a supervisor out for half an hour that has ended three times
        common.put("blacklist.scheduler.tolerance.count", 1_000);
        if (scheduler) {
            common.put("storm.scheduler", "\"" + TrafficScheduler.class.getName() + "\"");
            common.put("millrace.scheduler.statistics.secs", 5);
        }
        common.put("executor.metrics.frequency.secs", 5);
        common.put(
                "worker.childopts",
                "\"-Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -D" + RingSettings.DIRECTORY + "=" + rings + "\"");
        common.put("topology.worker.logwriter.childopts", "\"-Xmx32m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC\"");
        Map<String, Object> ofNimbus = new TreeMap<>(common);
        ofNimbus.put("storm.local.hostname", "\"127.0.0.1\"");
        StormHome nimbus = StormHome.create(directory.resolve("nimbus"), ofNimbus);
        homes.add(nimbus);
        daemons.add(nimbus.start(Daemon.NIMBUS));
        for (int i = 0; i < 2; i++) {
            Map<String, Object> own = new TreeMap<>(common);
            own.put("storm.local.hostname", "\"127.0.0." + (1 + i) + "\"");
            own.put("supervisor.thrift.port", ports.get(1 + i));
            own.put("supervisor.slots.ports", ports.subList(3 + 2 * i, 5 + 2 * i));
            StormHome supervisor = StormHome.create(directory.resolve("supervisor" + i), own);
            supervisors.add(supervisor);
            homes.add(supervisor);
            daemons.add(supervisor.start(Daemon.SUPERVISOR));
        }
        for (String option : nimbus.options()) {
            String[] pair = option.substring("-D".length()).split("=", 2);
            System.setProperty(pair[0], pair[1]);
        }
        await(() -> supervisorCount() == 2);
    }

    private static int supervisorCount() {
        try (NimbusClient client =
                NimbusClient.Builder.withConf(Utils.readStormConfig()).build()) {
            return client.getClient().getClusterInfo().get_supervisors_size();
        } catch (Exception e) {
            return 0;
        }
    }

    private void submit(Path results, boolean ring, int workers) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences(results), 2);
        builder.setBolt("split", new Split(), 4).shuffleGrouping("sentences");
        builder.setBolt("words", new Words(results), 4).fieldsGrouping("split", new Fields("word"));
        Config config = new Config();
        config.setNumWorkers(workers);
        config.setNumAckers(4);
        config.setMaxSpoutPending(200);
        config.setMessageTimeoutSecs(10);
        if (ring) {
            config.put(Config.STORM_MESSAGING_TRANSPORT, RingContext.class.getName());
        }
        config.put(Config.TOPOLOGY_CLASSPATH, StormHome.classPath());
        System.setProperty("storm.jar", emptyJar().toString());
        StormSubmitter.submitTopology(TOPOLOGY, config, builder.createTopology());
    }

    private static boolean isKilled() {
        KillOptions options = new KillOptions();
        options.set_wait_secs(0);
        try (NimbusClient client =
                NimbusClient.Builder.withConf(Utils.readStormConfig()).build()) {
            client.getClient().killTopologyWithOpts(TOPOLOGY, options);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static boolean allArrived(Path results) {
        // First what is acknowledged: words still come
        List<String> acknowledged = lines(results, "acked-");
        Set<String> words = new HashSet<>(lines(results, "words-"));
        List<String> missing = new ArrayList<>();
        for (String id : acknowledged) {
            for (int word = 0; word < Sentences.WORDS; word++) {
                String name = id + "/" + word;
                if (!words.contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertThat(missing).isEmpty();
        return true;
    }

    private static List<String> lines(Path results, String prefix) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(results)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(prefix))
                    .toList()) {
                String text = Files.readString(file);
                // Of a killed process the last line may be a part of one
                lines.addAll(
                        text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static long rings(Path base) {
        try (Stream<Path> files = Files.list(base)) {
            return files.filter(file -> Files.exists(file.resolve("worker"))).count();
        } catch (IOException e) {
            return 0;
        }
    }

    private Path emptyJar() throws IOException {
        Path jar = directory.resolve("empty.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return jar;
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            keepUp();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted: the test took too long");
            }
        }
    }
}
