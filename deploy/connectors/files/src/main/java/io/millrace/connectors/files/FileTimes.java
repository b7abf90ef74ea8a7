package io.millrace.connectors.files;

import io.millrace.api.SpoutCollector;
import java.util.Arrays;

/**
 * Tells the engine which files are partitions of event time: those that have more to emit, and those whose ends were reached not long
 * ago, as they may grow. Called by the task's thread.
 */
final class FileTimes {

    private static final int NONE = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final FileSet files;
    private final SpoutCollector out;
    private final long quietNanos;

    /** Null until the directory was looked through, as a task that has told nothing holds event time back. */
    private int[] partitions;

    private int[] backlog = {};
    private long nextQuiet = NEVER;

    /** @param quietNanos how long a file holds event time back after its end was reached */
    FileTimes(FileSet files, SpoutCollector out, long quietNanos) {
        this.files = files;
        this.out = out;
        this.quietNanos = quietNanos;
    }

    /** The set of files or what is unread has changed. */
    void look(long now) {
        int[] live = new int[files.files().size()];
        int[] unread = new int[live.length];
        int lives = 0;
        int unreads = 0;
        nextQuiet = NEVER;
        for (SourceFile file : files.files()) {
            if (file.unread) {
                unread[unreads++] = file.number;
                live[lives++] = file.number;
            } else if (now - file.endedAt < quietNanos) {
                live[lives++] = file.number;
                nextQuiet = Math.min(nextQuiet, file.endedAt + quietNanos);
            }
        }
        tell(Arrays.copyOf(live, lives), Arrays.copyOf(unread, unreads));
    }

    private void tell(int[] live, int[] unread) {
        boolean others = !Arrays.equals(live, partitions);
        if (others) {
            partitions = live;
            out.eventTimePartitions(live);
        }
        if (others || !Arrays.equals(unread, backlog)) {
            backlog = unread;
            out.eventTimeBacklog(unread);
        }
    }

    /** A time has come at which a file no longer holds others back. */
    void run(long now) {
        if (now >= nextQuiet) {
            look(now);
        }
    }

    /** Returns when {@link #run} must be called. */
    long deadline() {
        return nextQuiet;
    }

    /** What is emitted now comes from this file. */
    void from(SourceFile file) {
        if (partitions != null) {
            out.eventTimePartition(file.unread ? file.number : NONE);
        }
    }

    /** What is emitted now was emitted before, so that its time is known. */
    void fromNone() {
        if (partitions != null) {
            out.eventTimePartition(NONE);
        }
    }
}
