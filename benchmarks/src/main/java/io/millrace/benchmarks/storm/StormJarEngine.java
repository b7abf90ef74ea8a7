// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.macro.Engine;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.embedded.LocalCluster;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Millrace with the jar of the peer {@code storm}, by the adapter: every worker is a process, as of the peer. */
public final class StormJarEngine implements Engine {

    static final String NAME = "storm-jar";

    private static final String ADAPTER_MAIN = "io.millrace.storm.StormMain";
    private static final String TOPOLOGY_MAIN = "io.millrace.benchmarks.peers.storm.JarMain";
    private static final Path PEER = Path.of("benchmarks", "peers", "storm", "target");
    private static final Path ADAPTER = Path.of("deploy", "storm", "target");

    /** What a topology of Storm, or its sinks, need of the peer's libraries; those of daemons are left out. */
    private static final String LIBRARIES = "(benchmarks|HdrHistogram|storm-client|storm-shaded-deps|"
            + "kryo|minlog|objenesis|reflectasm|metrics|log4j-api)-.*";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String refusal(Workload workload) {
        return workload.shape() == Shape.YAHOO ? "the peer storm has no topology for it" : null;
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory) throws IOException {
        Path jar = jars(PEER, "benchmarks-storm-.*").get(0);
        List<Path> libraries = new ArrayList<>(jars(ADAPTER, "millrace-storm-.*"));
        libraries.addAll(jars(PEER.resolve("lib"), LIBRARIES));
        LocalCluster cluster = LocalCluster.start(Config.empty());
        try {
            new JarSubmission(
                            TopologyJar.at(jar),
                            ClassPathJars.of(jar, libraries),
                            new TopologyJar.Start(
                                    ADAPTER_MAIN, List.of(TOPOLOGY_MAIN, workload.encode(), directory.toString())),
                            Optional.empty())
                    // Dealt out, as by the other engines: half of the tuples cross
                    .submit(cluster.cluster(), Config.empty().with(TopologyKeys.SCHEDULER_ALGORITHM, "even"));
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static List<Path> jars(Path directory, String names) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches(names + "[.]jar"))
                    .filter(file -> !file.getFileName().toString().matches(".*-(sources|javadoc|tests)[.]jar"))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new IOException("no jar " + names + " in " + directory + ": run 'benchmarks/run storm-jar'");
            }
            return found;
        }
    }
}
