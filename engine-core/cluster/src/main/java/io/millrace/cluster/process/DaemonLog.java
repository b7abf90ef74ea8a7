// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.Directories;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Tells conf/logback.xml where a daemon logs, and holds that file for it. This must be done before the first logger
 * exists, so this class and the classes that it uses have no logger.
 */
public final class DaemonLog implements AutoCloseable {

    /** The appender of conf/logback.xml that rotates. */
    private static final String FILE_APPENDER = "file";

    private final Optional<ProcessLock> lock;

    private DaemonLog(Optional<ProcessLock> lock) {
        this.lock = lock;
    }

    /**
     * @param daemon the daemon's name, which is also the file's
     * @throws TopologyException if a running daemon has the file: each would rotate it under the other
     */
    public static DaemonLog open(Config config, String daemon) {
        return open(config, daemon, System::setProperty);
    }

    static DaemonLog open(Config config, String daemon, BiConsumer<String, String> properties) {
        if (config.get(ClusterKeys.DAEMON_LOG_DIR).isEmpty()) {
            return new DaemonLog(Optional.empty());
        }
        Path directory = Directories.make(config, ClusterKeys.DAEMON_LOG_DIR);
        ProcessLock lock = lock(directory, daemon);
        properties.accept("millrace.log.to", FILE_APPENDER);
        properties.accept(
                "millrace.log.file", directory.resolve(daemon + ".log").toString());
        properties.accept("millrace.log.max.bytes", Long.toString(config.get(ClusterKeys.DAEMON_LOG_MAX_BYTES)));
        return new DaemonLog(Optional.of(lock));
    }

    private static ProcessLock lock(Path directory, String daemon) {
        try {
            return ExclusiveDirectory.lock(directory, daemon, ClusterKeys.DAEMON_LOG_DIR, ClusterKeys.DAEMON_LOG_DIR);
        } catch (IOException e) {
            throw new TopologyException(
                    directory + " (" + ClusterKeys.DAEMON_LOG_DIR.name() + ") cannot be locked: "
                            + Directories.reason(e) + ": set another " + ClusterKeys.DAEMON_LOG_DIR.name(),
                    e);
        }
    }

    /** Releases the file for another daemon. */
    @Override
    public void close() {
        lock.ifPresent(ProcessLock::close);
    }
}
