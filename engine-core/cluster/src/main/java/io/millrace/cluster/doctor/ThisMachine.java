// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.cluster.registry.ServerWords;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/** The machine on which this process runs. */
final class ThisMachine implements Machine {

    private final Config config;
    private final PortOwners owners = new PortOwners(Path.of("/proc"));

    ThisMachine(Config config) {
        this.config = config;
    }

    @Override
    public String javaVersion() {
        return Runtime.version() + " of " + System.getProperty("java.vendor") + " in "
                + System.getProperty("java.home");
    }

    @Override
    public int javaFeature() {
        return Runtime.version().feature();
    }

    @Override
    public int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Returns the user's home directory. Java has "?" if there is none. */
    @Override
    public Optional<String> userHome() {
        return Optional.ofNullable(System.getProperty("user.home")).filter(home -> home.startsWith("/"));
    }

    @Override
    public Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public Access access(Path path) {
        String mode = "";
        try {
            mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException | UnsupportedOperationException e) {
            // The path does not exist, or has no permissions.
        }
        return new Access(Files.exists(path), Files.isDirectory(path), Files.isWritable(path), mode);
    }

    @Override
    public Optional<String> refused(Path directory, ConfigKey<String> key) throws IOException {
        return Directories.problem(directory, key);
    }

    @Override
    public Disk disk(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return new Disk(store.type(), store.getTotalSpace(), store.getUsableSpace());
    }

    @Override
    public Optional<PortTaken> tryPort(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // The daemons set this too: connections of an earlier daemon that are still closing do not count
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new PortTaken(String.valueOf(e.getMessage()), owners.of(port)));
        }
    }

    @Override
    public String askZooKeeper(String host, int port, String word) throws IOException {
        return new ServerWords(config).ask(host, port, word);
    }

    @Override
    public Duration controllerClockAhead() {
        ControllerRecord leader = new ControllerLocator(config).locate();
        HttpTarget target = new HttpTarget(leader.host(), leader.port(), null);
        try {
            long before = System.currentTimeMillis();
            long its = target.date(RestPaths.HEALTH).toEpochMilli();
            long after = System.currentTimeMillis();
            // The controller's clock is reported in whole seconds
            return Duration.ofMillis(its + 500 - (before + after) / 2);
        } catch (IOException e) {
            throw new ClusterException(
                    Reason.NO_CLUSTER,
                    "the leading controller at " + target + " does not answer: " + e.getMessage(),
                    e);
        }
    }
}
