// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.utils.NimbusClient;
import backtype.storm.utils.Utils;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a JStorm installation consists of besides its libraries: a directory with its configuration, logs and state. */
final class JStormInstallation {

    private static final String FILE = "storm.yaml";

    /** The same for workers: a supervisor overwrites the other one by that of Nimbus. */
    private static final String FILE_OF_WORKERS = "worker.yaml";

    private static final String HOSTS = "hosts";

    /** The supervisor replaces it by the directory of its own installation when it starts a worker. */
    private static final String OWN_HOME = "%JSTORM_HOME%";

    private final Path directory;
    private final Hosts.Host host;

    private JStormInstallation(Path directory, Hosts.Host host) {
        this.directory = directory;
        this.host = host;
    }

    /** The host of its processes. */
    Hosts.Host host() {
        return host;
    }

    /** @param own lines of its configuration */
    static JStormInstallation create(Path directory, Hosts.Host host, List<String> own) throws IOException {
        Files.createDirectories(directory.resolve("lib"));
        Files.createDirectories(directory.resolve("logs"));
        // A host of a lab has a name of its own
        Files.write(
                directory.resolve(HOSTS),
                List.of(
                        host.address() + " " + host.name(),
                        host.address() + " " + InetAddress.getLocalHost().getHostName(),
                        Installation.HOST + " localhost"));
        List<String> lines = new ArrayList<>(own);
        lines.add("storm.local.dir: \"" + directory.resolve("local") + "\"");
        lines.add("supervisor.hostname: \"" + host.address() + "\"");
        lines.add("nimbus.monitor.freq.secs: 1");
        lines.add("supervisor.monitor.frequency.secs: 1");
        // RocksDB otherwise
        lines.add("nimbus.cache.class: com.alibaba.jstorm.cache.TimeoutMemCache");
        // A worker is this process's descendant then, and ends with it
        lines.add("process.launcher.enable: false");
        lines.add("worker.memory.min.size: " + (512L << 20));
        // JStorm gives options along that Java has no longer; Nimbus's are laid over those of a worker's supervisor
        lines.add("worker.gc.childopts: \"-XX:+IgnoreUnrecognizedVMOptions -Dstorm.conf.file=" + OWN_HOME + "/"
                + FILE_OF_WORKERS
                + " " + hosts(OWN_HOME) + " "
                + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()) + "\"");
        // The sources wait for the sinks by themselves
        lines.add("spout.delay.run: 1");
        Files.write(directory.resolve(FILE), lines);
        Files.write(directory.resolve(FILE_OF_WORKERS), lines);
        return new JStormInstallation(directory, host);
    }

    private static String hosts(Object home) {
        return "-Djdk.net.hosts.file=" + home + "/" + HOSTS;
    }

    /** The options of a JVM that belongs to this installation, by its name. */
    List<String> options(String name) {
        return List.of(
                hosts(directory),
                "-Djstorm.home=" + directory,
                "-Djstorm.log.dir=" + directory.resolve("logs"),
                "-Dlogfile.name=" + name + ".log",
                "-Dstorm.conf.file=" + directory.resolve(FILE));
    }

    /** Whether Nimbus leads and has as many supervisors. */
    static boolean isUp(int supervisors) {
        NimbusClient client = null;
        try {
            client = NimbusClient.getConfiguredClient(Utils.readStormConfig());
            return client.getClient().getClusterInfo().get_supervisors_size() >= supervisors;
        } catch (Exception e) {
            return false;
        } finally {
            if (client != null) {
                client.close();
            }
        }
    }
}
