// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static io.millrace.runtime.settings.ClusterKeys.ZOOKEEPER_AUTH;
import static io.millrace.runtime.settings.ClusterKeys.ZOOKEEPER_AUTH_FILE;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The user and password by which a process authenticates with ZooKeeper. {@link #toString()} has the user only. */
public final class ZooKeeperAuth {

    /** ZooKeeper's name of authentication by user and password. */
    public static final String SCHEME = "digest";

    /** The warning of a daemon at its start if processes do not authenticate. */
    public static final String MISSING =
            "zookeeper.auth is not set, so whoever reaches ZooKeeper can read the cluster's secrets"
                    + " and run code on its nodes: set it for all processes (docs/security-tls.md)";

    private static final String RANDOM_USER = "millrace";
    private static final int RANDOM_BYTES = 24;

    private static final String VARIABLE = "MILLRACE_ZOOKEEPER_AUTH";

    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final String text;

    private ZooKeeperAuth(String text) {
        this.text = text;
    }

    /**
     * Returns the user and password of the settings; empty if processes do not authenticate.
     *
     * @throws TopologyException with one line without the secret, if a named file cannot be used
     */
    public static Optional<ZooKeeperAuth> of(Config config) {
        String text = config.get(ZOOKEEPER_AUTH);
        if (text.isEmpty() && !config.get(ZOOKEEPER_AUTH_FILE).isEmpty()) {
            text = read(Directories.path(config, ZOOKEEPER_AUTH_FILE));
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(new ZooKeeperAuth(text));
    }

    /** Returns a random value of {@code zookeeper.auth}. */
    public static String random() {
        return RANDOM_USER + ":" + Secrets.hex(RANDOM_BYTES);
    }

    private static String read(Path file) {
        String named = ZOOKEEPER_AUTH_FILE.name() + " is '" + file + "', which ";
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
                throw new TopologyException(named + "others can read or write: chmod 600 " + file);
            }
            String text = Files.readString(file).strip();
            if (text.isEmpty()) {
                throw new TopologyException(named + "is empty: it takes " + ZOOKEEPER_AUTH.range());
            }
            return ZOOKEEPER_AUTH.read(text);
        } catch (IOException e) {
            throw new TopologyException(named + "cannot be read: " + Directories.reason(e), e);
        }
    }

    /**
     * Returns the settings for a worker process: the file if there is one. A secret itself is in {@link
     * #workerEnvironment}.
     */
    public static Map<String, String> forWorkers(Config config) {
        return config.get(ZOOKEEPER_AUTH_FILE).isEmpty()
                ? Map.of()
                : Map.of(
                        ZOOKEEPER_AUTH_FILE.name(),
                        Directories.path(config, ZOOKEEPER_AUTH_FILE).toString());
    }

    /** Returns the environment variables of a worker process, so that the secret is in no file of the engine. */
    public static Map<String, String> workerEnvironment(Config config) {
        return config.get(ZOOKEEPER_AUTH).isEmpty() ? Map.of() : Map.of(VARIABLE, config.get(ZOOKEEPER_AUTH));
    }

    /** Returns the settings of a worker process, completed from its environment. */
    public static Config inWorker(Map<String, String> settings, Map<String, String> environment) {
        Config config = Config.of(settings);
        return environment.containsKey(VARIABLE) ? config.with(ZOOKEEPER_AUTH, environment.get(VARIABLE)) : config;
    }

    public String user() {
        return text.substring(0, text.indexOf(':'));
    }

    /** Returns the secret in ZooKeeper's form. */
    public byte[] secret() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return user();
    }
}
