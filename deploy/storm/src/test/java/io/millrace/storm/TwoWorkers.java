// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.embedded.LocalCluster;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.storm.jar.WordCount;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A cluster whose workers are processes, for jars of Storm; it kills one of two workers of a topology. */
final class TwoWorkers implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(200);

    private static final Duration KILL_WAIT = Duration.ofSeconds(30);

    /** The system property by which the adapter reads the address of the cluster's ZooKeeper, for Trident. */
    private static final String ZOOKEEPER = "millrace.storm.zookeeper";

    private final LocalCluster cluster = LocalCluster.start(Config.empty());
    private final Path own;
    private final List<Path> libraries;

    /** @param directory where the jars are made */
    TwoWorkers(Path directory) {
        own = pack(directory.resolve("topologies.jar"), classes(WordCount.class));
        libraries = new ArrayList<>(List.of(pack(directory.resolve("adapter.jar"), classes(StormMain.class))));
        libraries.addAll(onClassPath("(storm-(client|shaded-deps)-[0-9.]+|kryo.*|minlog.*|objenesis.*|reflectasm.*"
                + "|metrics-.*|log4j-api.*)[.]jar"));
        System.setProperty(ZOOKEEPER, cluster.zooKeeperConnect());
    }

    /** Returns the jars on this process's class path whose names match. */
    static List<Path> onClassPath(String pattern) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches(pattern))
                .toList();
    }

    /** Returns the jar of the topologies of this module's tests. */
    Path jar() {
        return own;
    }

    Cluster client() {
        return cluster.cluster();
    }

    /**
     * Runs a main class.
     *
     * @param jars the jar of the topology, and those beside it
     */
    void submit(List<Path> jars, List<String> words) {
        Path jar = jars.get(0);
        List<Path> beside =
                Stream.concat(jars.stream().skip(1), libraries.stream()).toList();
        new JarSubmission(
                        TopologyJar.at(jar),
                        ClassPathJars.of(jar, beside),
                        new TopologyJar.Start(StormMain.class.getName(), words),
                        Optional.empty())
                .submit(client(), Config.empty());
    }

    void kill(String name) {
        client().kill(name, KILL_WAIT);
    }

    /** Kills one of the two worker processes of a topology. */
    void killWorker(String name) throws Exception {
        worker(name).destroyForcibly();
    }

    /** Returns one of the two worker processes of a topology. */
    ProcessHandle worker(String name) throws Exception {
        Await.until("two workers", LONG, () -> client().describe(name).info().workersUp() == 2);
        TopologyDescription topology = client().describe(name);
        return ProcessHandle.current()
                .children()
                .filter(child -> commandLine(child).contains(topology.info().id()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the directory of the files of a worker process, the last word of its command. */
    static Path directory(ProcessHandle worker) {
        String[] words = commandLine(worker).split("\0");
        return Path.of(words[words.length - 1]);
    }

    /** Waits until the worker that was killed runs again. */
    void awaitRestart(String name) throws Exception {
        Await.until("a new worker in place of the one that was killed", LONG, () -> {
            TopologyDescription topology = client().describe(name);
            return !topology.findings().deaths().isEmpty() && topology.info().workersUp() == 2;
        });
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    static Path classes(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** @param classes a directory, or a jar, which is taken as it is */
    private static Path pack(Path packed, Path classes) {
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        int code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "cf", packed.toString(), "-C", classes.toString(), ".");
        assertThat(code).isZero();
        return packed;
    }

    @Override
    public void close() {
        System.clearProperty(ZOOKEEPER);
        cluster.close();
    }
}
