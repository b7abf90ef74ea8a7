package io.millrace.cluster.process;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.config.Directories;
import java.util.function.BiConsumer;

/**
 * Tells conf/logback.xml where a daemon logs. This must be done before the first logger exists, so this class and those of
 * the settings have none.
 */
public final class DaemonLog {

    /** The appender of conf/logback.xml that rotates. */
    private static final String FILE_APPENDER = "file";

    private DaemonLog() {}

    /** @param daemon its name, which is the file's */
    public static void open(Config config, String daemon) {
        open(config, daemon, System::setProperty);
    }

    static void open(Config config, String daemon, BiConsumer<String, String> properties) {
        if (config.get(ClusterKeys.DAEMON_LOG_DIR).isEmpty()) {
            return;
        }
        String file = Directories.make(config, ClusterKeys.DAEMON_LOG_DIR)
                .resolve(daemon + ".log")
                .toString();
        properties.accept("millrace.log.to", FILE_APPENDER);
        properties.accept("millrace.log.file", file);
        properties.accept("millrace.log.max.bytes", Long.toString(config.get(ClusterKeys.DAEMON_LOG_MAX_BYTES)));
    }
}
