// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

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

    /** What is measured on hosts. */
    public interface Measuring<R> {
        R on(NetlabHosts hosts) throws IOException, InterruptedException;
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
        try (Lab lab = making.up()) {
            in(lab, settings, hosts -> {
                use.on(hosts);
                return null;
            });
        }
    }

    /**
     * Makes a cluster on hosts that are there, and removes it when it has been measured.
     *
     * @param settings of the cluster, key=value
     */
    public static <R> R in(Lab lab, List<String> settings, Measuring<R> measuring)
            throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch();
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), settings)) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            return measuring.on(new NetlabHosts(lab, cluster, jar, scratch.directory()));
        }
    }

    /** Makes hosts with one round-trip time between all of them, and no cluster. */
    public static Lab alike(int hosts) throws IOException {
        return Lab.alike(
                IntStream.rangeClosed(1, hosts).mapToObj(host -> "host-" + host).toList(), WINDOW_BYTES, "");
    }

    /** Makes two hosts, each with room for so many workers. */
    public static void withPair(int slots, Use use) throws IOException, InterruptedException {
        with(() -> Lab.up(WINDOW_BYTES, ""), List.of("supervisor.slots=" + slots), use);
    }

    /** Makes the hosts of a preset, with a worker on each. */
    public static void withPreset(HostPreset preset, Use use) throws IOException, InterruptedException {
        with(() -> preset(preset), List.of(), use);
    }

    /** Makes the hosts of a preset, and no cluster. */
    public static Lab preset(HostPreset preset) throws IOException {
        return Lab.preset(preset.name(), preset.hosts(), WINDOW_BYTES, "");
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
