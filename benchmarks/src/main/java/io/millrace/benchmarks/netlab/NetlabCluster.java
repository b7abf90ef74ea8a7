// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.cli.Main;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * The daemons of a cluster on the hosts of a lab, each a process as {@code bin/millrace} starts it: ZooKeeper and a
 * controller on the hub, a supervisor with one slot on each of the others. One thread.
 */
public final class NetlabCluster implements AutoCloseable {

    /** The flags with which the launcher starts daemons and commands. */
    public static final List<String> DAEMON_FLAGS = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private static final int ZOOKEEPER_PORT = 2181;
    private static final int CONTROLLER_PORT = 7370;

    private final Lab lab;
    private final Path directory;
    private final List<String> settings;
    private final Function<String, List<String>> ofHost;
    private final Deque<Child> daemons = new ArrayDeque<>();

    private NetlabCluster(Lab lab, Path directory, List<String> settings, Function<String, List<String>> ofHost) {
        this.lab = lab;
        this.directory = directory;
        this.settings = settings;
        this.ofHost = ofHost;
    }

    /**
     * @param directory for their files, also those in shared memory
     * @param settings of all of them, key=value
     */
    public static NetlabCluster start(Lab lab, Path directory, List<String> settings) throws IOException {
        return start(lab, directory, settings, host -> List.of());
    }

    /**
     * The same, with settings of each host beside.
     *
     * @param ofHost key=value, by the name of a host
     */
    public static NetlabCluster start(
            Lab lab, Path directory, List<String> settings, Function<String, List<String>> ofHost) throws IOException {
        NetlabCluster cluster = new NetlabCluster(lab, directory, settings, ofHost);
        try {
            cluster.daemon(Lab.HUB, "zookeeper");
            cluster.daemon(Lab.HUB, "controller");
            for (String host : lab.hosts()) {
                cluster.daemon(host, "supervisor");
            }
        } catch (IOException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void daemon(String host, String name) throws IOException {
        Child daemon = Child.start(millrace(host, List.of(name)));
        daemons.push(daemon);
        daemon.await(name + " is up");
    }

    /** Returns when the workers of the topology are up. */
    public void submit(Path jar, Class<?> main, List<String> arguments, List<String> ofTopology) throws IOException {
        List<String> words = new ArrayList<>(List.of("submit", jar.toString(), "--main", main.getName()));
        words.addAll(arguments);
        words.add("--wait");
        for (String setting : ofTopology) {
            words.addAll(List.of("-c", setting));
        }
        run(words, "submitted");
    }

    /** What its workers have sent to each other, in how many writes, since they started. */
    record Writes(long messages, long writes) {

        double messagesPerWriteSince(Writes before) {
            return (double) (messages - before.messages) / Math.max(1, writes - before.writes);
        }
    }

    Writes writes() throws IOException {
        JsonNode peers;
        try (Child command =
                Child.start(millrace(Lab.HUB, List.of("describe", TracedTopology.NAME, "--peers", "--json")))) {
            peers = new ObjectMapper().readTree(command.rest());
        }
        long messages = 0;
        long writes = 0;
        for (JsonNode peer : peers) {
            messages += peer.get("sentMessages").asLong();
            writes += peer.get("writes").asLong();
        }
        return new Writes(messages, writes);
    }

    /** Returns when its workers are gone. */
    public void kill(String topology) throws IOException {
        run(List.of("kill", topology, "--wait"), "killed");
    }

    /** Lets the controller move the tasks of a topology by itself from now on. */
    void rebalanceByItself(String topology) throws IOException {
        run(List.of("rebalance", topology, "--auto", "on"), "automatic rebalancing of " + topology + " is on");
    }

    /** What a command answers as JSON. */
    public <T> T ask(List<String> words, Class<T> answer) throws IOException {
        List<String> all = new ArrayList<>(words);
        all.add("--json");
        Process command = new ProcessBuilder(millrace(Lab.HUB, all))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream said = command.getInputStream()) {
            return Json.read(said.readAllBytes(), answer);
        } finally {
            command.destroy();
        }
    }

    private void run(List<String> words, String success) throws IOException {
        try (Child command = Child.start(millrace(Lab.HUB, words))) {
            command.await(success);
        }
    }

    private List<String> millrace(String host, List<String> words) {
        Path own = directory.resolve(host);
        List<String> arguments = new ArrayList<>(words);
        for (String setting : List.of(
                "zookeeper.connect=" + lab.address(Lab.HUB) + ":" + ZOOKEEPER_PORT,
                "zookeeper.host=" + lab.address(Lab.HUB),
                "zookeeper.port=" + ZOOKEEPER_PORT,
                "zookeeper.data.dir=" + own.resolve("zookeeper"),
                "controller.host=" + lab.address(Lab.HUB),
                "controller.port=" + CONTROLLER_PORT,
                "controller.data.dir=" + own.resolve("controller"),
                "controller.token=" + lab.address(Lab.HUB),
                "node.id=" + host,
                "node.host=" + lab.address(host),
                "supervisor.slots=1",
                "supervisor.data.dir=" + own.resolve("supervisor"),
                "ipc.dir=" + own.resolve("ipc"))) {
            arguments.addAll(List.of("-c", setting));
        }
        ofHost.apply(host).forEach(setting -> arguments.addAll(List.of("-c", setting)));
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        return lab.on(host, Child.java(DAEMON_FLAGS, Main.class, arguments));
    }

    @Override
    public void close() {
        while (!daemons.isEmpty()) {
            Child daemon = daemons.pop();
            daemon.stop();
            daemon.close();
        }
    }
}
