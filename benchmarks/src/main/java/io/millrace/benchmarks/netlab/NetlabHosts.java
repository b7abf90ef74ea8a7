// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Emulated hosts with a cluster, on which topologies run one after the other. One thread.
 *
 * @param jar with the topologies
 * @param directory for what the runs leave, which is removed with the hosts
 */
public record NetlabHosts(Lab lab, NetlabCluster cluster, Path jar, Path directory) {

    /** How much one connection may have under way, as on a fast link. */
    private static final long WINDOW_BYTES = 64 << 20;

    /** What is done with hosts. */
    public interface Use {
        void on(NetlabHosts hosts) throws IOException, InterruptedException;
    }

    /** How hosts are made. */
    public interface Making {
        Lab up() throws IOException;
    }

    /**
     * Makes hosts and a cluster, and removes both when they have been used.
     *
     * @param settings of the cluster, key=value
     */
    public static void with(Making making, List<String> settings, Use use) throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch();
                Lab lab = making.up();
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), settings)) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            use.on(new NetlabHosts(lab, cluster, jar, scratch.directory()));
        }
    }

    /** Makes two hosts, each with room for so many workers. */
    public static void withPair(int slots, Use use) throws IOException, InterruptedException {
        with(() -> Lab.up(WINDOW_BYTES, ""), List.of("supervisor.slots=" + slots), use);
    }

    /** Makes the hosts of a preset, with a worker on each. */
    public static void withPreset(HostPreset preset, Use use) throws IOException, InterruptedException {
        with(() -> Lab.preset(preset.name(), preset.hosts(), WINDOW_BYTES, ""), List.of(), use);
    }

    /** Makes a directory for one run. */
    public Path newDirectory() throws IOException {
        return Files.createTempDirectory(directory, "run-");
    }

    /** @param settings of the topologies, key=value, laid over those of the benchmark */
    public NetlabRun run(List<String> settings) {
        return new NetlabRun(lab, cluster, jar, settings);
    }
}
