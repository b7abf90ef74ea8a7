// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Three ZooKeeper servers with a quorum, each a process, on ports of the loopback interface. */
public final class TestEnsemble implements AutoCloseable {

    private static final int SERVERS = 3;
    private static final Duration MOST = Duration.ofSeconds(60);

    private final List<Integer> ports;
    private final List<Path> configurations = new ArrayList<>();
    private final List<ZooKeeperProcess> servers = new ArrayList<>();

    /** Starts the servers, and waits until they have a leader. */
    public TestEnsemble(Path directory) throws Exception {
        List<Integer> free = ZooKeeperProcess.freePorts(3 * SERVERS);
        ports = free.subList(0, SERVERS);
        for (int i = 0; i < SERVERS; i++) {
            configurations.add(configure(directory.resolve("server" + (i + 1)), i, free));
        }
        try {
            for (Path configuration : configurations) {
                servers.add(ZooKeeperProcess.start(configuration));
            }
            awaitQuorum();
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    private static Path configure(Path directory, int index, List<Integer> free) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=500",
                "initLimit=20",
                "syncLimit=6",
                "dataDir=" + directory.resolve("data"),
                "clientPort=" + free.get(index),
                "clientPortAddress=127.0.0.1",
                "4lw.commands.whitelist=srvr"));
        for (int i = 0; i < SERVERS; i++) {
            lines.add("server." + (i + 1) + "=127.0.0.1:" + free.get(SERVERS + i) + ":" + free.get(2 * SERVERS + i));
        }
        Files.createDirectories(directory.resolve("data"));
        Files.writeString(directory.resolve("data").resolve("myid"), String.valueOf(index + 1));
        return ZooKeeperProcess.write(directory, lines);
    }

    /** Returns the addresses of all servers, as zookeeper.connect takes them. */
    public String connect() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Waits until all servers serve, one of them as leader. */
    public void awaitQuorum() throws Exception {
        Await.until("a quorum of all", MOST, () -> modes().stream().noneMatch(String::isEmpty) && leader() >= 0);
    }

    /** Waits until two servers have a leader. */
    public void awaitLeader() throws Exception {
        Await.until("a leader", MOST, () -> leader() >= 0);
    }

    /** Returns the index of the leading server, or -1. */
    public int leader() {
        return modes().indexOf("leader");
    }

    private List<String> modes() {
        return ports.stream().map(ZooKeeperProcess::mode).toList();
    }

    public void kill(int server) throws InterruptedException {
        servers.get(server).kill();
    }

    public void startAgain(int server) throws IOException {
        servers.set(server, ZooKeeperProcess.start(configurations.get(server)));
    }

    @Override
    public void close() {
        for (ZooKeeperProcess server : servers) {
            try {
                server.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
