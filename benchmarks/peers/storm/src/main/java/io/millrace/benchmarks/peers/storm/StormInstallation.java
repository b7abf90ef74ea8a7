// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.Hosts;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** What a Storm installation consists of besides its libraries: a directory with its configuration, logs and state. */
final class StormInstallation {

    private static final long START_SECONDS = 60;
    private static final long POLL_MILLIS = 100;
    private static final String LOGGING = """
            <Configuration status="error">
              <Appenders><Console name="out"><PatternLayout pattern="%d %p %c %m%n"/></Console></Appenders>
              <Loggers><Root level="warn"><AppenderRef ref="out"/></Root></Loggers>
            </Configuration>
            """;

    private final Path directory;
    private final Hosts.Host host;

    private StormInstallation(Path directory, Hosts.Host host) {
        this.directory = directory;
        this.host = host;
    }

    /** The host of its processes. */
    Hosts.Host host() {
        return host;
    }

    /** @param own lines of its configuration */
    static StormInstallation create(Path directory, Hosts.Host host, List<String> own) throws IOException {
        Path logging = Files.createDirectories(directory.resolve("log4j2"));
        Files.writeString(logging.resolve("worker.xml"), LOGGING);
        Files.createDirectories(directory.resolve("logs"));
        List<String> lines = new ArrayList<>(own);
        lines.add("storm.local.hostname: \"" + host.address() + "\"");
        lines.add("storm.local.dir: \"" + directory.resolve("local") + "\"");
        lines.add("storm.log4j2.conf.dir: \"" + logging + "\"");
        lines.add("nimbus.monitor.freq.secs: 1");
        lines.add("supervisor.monitor.frequency.secs: 1");
        // Workers are ended by force, so the rings of the plug-in are among what is removed with the directory
        lines.add("worker.childopts: \"-Dmillrace.ring.directory=" + directory.resolveSibling("rings") + " "
                + ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(option -> !option.startsWith("-Djava.io.tmpdir"))
                        .collect(Collectors.joining(" "))
                + "\"");
        Files.write(directory.resolve("storm.yaml"), lines);
        return new StormInstallation(directory, host);
    }

    /** The options of a JVM that belongs to this installation. */
    List<String> options() {
        return List.of(
                "-Dstorm.home=" + directory,
                "-Dstorm.log.dir=" + directory.resolve("logs"),
                "-Dstorm.conf.file=" + directory.resolve("storm.yaml"),
                "-Dlog4j.configurationFile=" + directory.resolve("log4j2").resolve("worker.xml"));
    }

    /** The class path of this process, for workers, whose working directory is another one. */
    String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    static void awaitNimbus(int supervisors) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!isUp(supervisors)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("no leading Nimbus within " + START_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static boolean isUp(int supervisors) {
        try (NimbusClient client =
                NimbusClient.Builder.withConf(Utils.readStormConfig()).build()) {
            return client.getClient().getClusterInfo().get_supervisors_size() >= supervisors;
        } catch (Exception e) {
            return false;
        }
    }
}
