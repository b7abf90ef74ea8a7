package io.millrace.cluster.process;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * Tells conf/logback.xml where a daemon logs. This must be done before the first logger exists, so this class and those of
 * the settings have none.
 */
public final class DaemonLog {

    /** The appender of conf/logback.xml that rotates. */
    private static final String FILE_APPENDER = "file";

    /** Held as long as this process lives. */
    private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

    private DaemonLog() {}

    /** Two daemons that rotate one file would lose lines of each other. */
    private static void hold(Path directory, String daemon) {
        try {
            FileChannel channel = FileChannel.open(
                    directory.resolve(daemon + ".log.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new ClusterException(
                        Reason.REFUSED,
                        ClusterKeys.DAEMON_LOG_DIR.name() + " is " + directory + ", where another " + daemon
                                + " logs to " + daemon + ".log: give each " + daemon + " a directory of its own");
            }
            HELD.add(lock);
        } catch (IOException e) {
            throw new ClusterException(Reason.FAILED, "cannot log in " + directory + ": " + Directories.reason(e), e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** @param daemon its name, which is the file's */
    public static void open(Config config, String daemon) {
        open(config, daemon, System::setProperty);
    }

    static void open(Config config, String daemon, BiConsumer<String, String> properties) {
        if (config.get(ClusterKeys.DAEMON_LOG_DIR).isEmpty()) {
            return;
        }
        Path directory = Directories.make(config, ClusterKeys.DAEMON_LOG_DIR);
        hold(directory, daemon);
        String file = directory.resolve(daemon + ".log").toString();
        properties.accept("millrace.log.to", FILE_APPENDER);
        properties.accept("millrace.log.file", file);
        properties.accept("millrace.log.max.bytes", Long.toString(config.get(ClusterKeys.DAEMON_LOG_MAX_BYTES)));
    }
}
