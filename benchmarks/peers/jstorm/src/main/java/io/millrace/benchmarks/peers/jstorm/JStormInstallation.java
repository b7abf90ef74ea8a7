// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.utils.NimbusClient;
import backtype.storm.utils.Utils;
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

    /** JStorm refuses to run on a host whose address is 127.0.0.1; this one is that of the same interface. */
    private static final String OTHER_HOST = "127.0.0.2";

    private final Path directory;
    private final int zookeeperPort;

    private JStormInstallation(Path directory, int zookeeperPort) {
        this.directory = directory;
        this.zookeeperPort = zookeeperPort;
    }

    static JStormInstallation create(Path directory, int workers) throws IOException {
        Files.createDirectories(directory.resolve("lib"));
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(
                directory.resolve("hosts"),
                OTHER_HOST + " " + InetAddress.getLocalHost().getHostName() + "\n" + Installation.HOST
                        + " localhost\n");
        Path file = directory.resolve("storm.yaml");
        List<Integer> ports = Installation.freePorts(workers + 4);
        List<String> lines = new ArrayList<>();
        lines.add("storm.zookeeper.servers: [\"" + Installation.HOST + "\"]");
        lines.add("storm.zookeeper.port: " + ports.get(0));
        lines.add("storm.local.dir: \"" + directory.resolve("local") + "\"");
        lines.add("nimbus.host: \"" + Installation.HOST + "\"");
        lines.add("nimbus.thrift.port: " + ports.get(1));
        lines.add("nimbus.deamon.logview.port: " + ports.get(2));
        lines.add("nimbus.monitor.freq.secs: 1");
        lines.add("supervisor.deamon.logview.port: " + ports.get(3));
        lines.add("supervisor.monitor.frequency.secs: 1");
        lines.add("supervisor.slots.ports: " + ports.subList(4, ports.size()));
        // RocksDB otherwise
        lines.add("nimbus.cache.class: com.alibaba.jstorm.cache.TimeoutMemCache");
        // A worker is this process's descendant then, and ends with it
        lines.add("process.launcher.enable: false");
        lines.add("worker.memory.min.size: " + (512L << 20));
        // JStorm gives options along that Java has no longer
        lines.add("worker.gc.childopts: \"-XX:+IgnoreUnrecognizedVMOptions -Dstorm.conf.file=" + file + " "
                + hosts(directory) + " "
                + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()) + "\"");
        // The sources wait for the sinks by themselves
        lines.add("spout.delay.run: 1");
        Files.write(file, lines);
        return new JStormInstallation(directory, ports.get(0));
    }

    private static String hosts(Path directory) {
        return "-Djdk.net.hosts.file=" + directory.resolve("hosts");
    }

    int zookeeperPort() {
        return zookeeperPort;
    }

    /** The options of a JVM that belongs to this installation, by its name. */
    List<String> options(String name) {
        return List.of(
                hosts(directory),
                "-Djstorm.home=" + directory,
                "-Djstorm.log.dir=" + directory.resolve("logs"),
                "-Dlogfile.name=" + name + ".log",
                "-Dstorm.conf.file=" + directory.resolve("storm.yaml"));
    }

    /** Whether Nimbus leads and has a supervisor. */
    static boolean isUp() {
        NimbusClient client = null;
        try {
            client = NimbusClient.getConfiguredClient(Utils.readStormConfig());
            return client.getClient().getClusterInfo().get_supervisors_size() > 0;
        } catch (Exception e) {
            return false;
        } finally {
            if (client != null) {
                client.close();
            }
        }
    }
}
