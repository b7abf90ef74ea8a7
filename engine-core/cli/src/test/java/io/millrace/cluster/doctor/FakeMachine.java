// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.model.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A good machine, which tests change. */
final class FakeMachine implements Machine {

    static final long MIB = 1 << 20;

    int javaFeature = 17;
    int cores = 4;
    Optional<String> userHome = Optional.of("/home/m");
    Disk disk = new Disk("tmpfs", 1024 * MIB, 1024 * MIB);
    Optional<Duration> controllerClockAhead = Optional.of(Duration.ZERO);
    final Map<Path, String> files = new HashMap<>();
    final Map<Path, Access> paths = new HashMap<>();
    final Map<Path, String> refused = new HashMap<>();
    final Map<Integer, PortTaken> taken = new HashMap<>();
    final Map<String, String> zooKeepers = new HashMap<>();

    FakeMachine() {
        file("/proc/self/limits", """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             unlimited            unlimited            processes
            Max open files            65536                65536                files
            """);
        file("/proc/self/cgroup", "1:name=systemd:/\n0::/m.slice\n");
        file("/sys/fs/cgroup/m.slice/pids.max", "max\n");
        file("/proc/sys/net/ipv4/tcp_congestion_control", "cubic\n");
        file("/proc/sys/net/ipv4/tcp_allowed_congestion_control", "reno cubic\n");
        file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        path("/", new Access(true, true, false, "rwxr-xr-x"));
        path("/dev/shm", new Access(true, true, true, "rwxrwxrwx"));
        path("/data", new Access(true, true, true, "rwx------"));
        zooKeepers.put("zk1:2181", answer("follower"));
        zooKeepers.put("zk2:2181", answer("leader"));
        zooKeepers.put("zk3:2181", answer("follower"));
    }

    static String answer(String mode) {
        return "Zookeeper version: 3.9.5-abc, built on today\nLatency min/avg/max: 0/0.0/0\nMode: " + mode
                + "\nNode count: 5\n";
    }

    FakeMachine file(String path, String text) {
        files.put(Path.of(path), text);
        return this;
    }

    FakeMachine path(String path, Access access) {
        paths.put(Path.of(path), access);
        return this;
    }

    @Override
    public String javaVersion() {
        return "Java " + javaFeature;
    }

    @Override
    public int javaFeature() {
        return javaFeature;
    }

    @Override
    public int cores() {
        return cores;
    }

    @Override
    public Optional<String> userHome() {
        return userHome;
    }

    @Override
    public Optional<String> read(Path file) {
        return Optional.ofNullable(files.get(file));
    }

    @Override
    public Access access(Path path) {
        return paths.getOrDefault(path, new Access(false, false, false, ""));
    }

    @Override
    public Optional<String> refused(Path directory, ConfigKey<String> key) {
        return Optional.ofNullable(refused.get(directory));
    }

    @Override
    public Disk disk(Path directory) throws IOException {
        return disk;
    }

    @Override
    public Optional<PortTaken> tryPort(String host, int port) {
        return Optional.ofNullable(taken.get(port));
    }

    @Override
    public String askZooKeeper(String host, int port, String word) throws IOException {
        String answer = zooKeepers.get(host + ":" + port);
        if (answer == null || !word.equals("srvr")) {
            throw new IOException("Connection refused");
        }
        return answer;
    }

    @Override
    public Duration controllerClockAhead() {
        return controllerClockAhead.orElseThrow(
                () -> new ClusterException(ClusterException.Reason.NO_CLUSTER, "no controller is up"));
    }
}
