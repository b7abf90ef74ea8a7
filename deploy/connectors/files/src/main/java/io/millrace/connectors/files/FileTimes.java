// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.SpoutCollector;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Tells the engine which files are partitions of event time: those that have more to emit, and those whose ends were
 * reached not long ago, as they may grow. Only a scan looks at all files; the end of one is told at a cost that does
 * not grow with their number. Called by the task's thread.
 */
final class FileTimes {

    private static final int NONE = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final Supplier<Collection<SourceFile>> files;
    private final SpoutCollector out;
    private final long quietNanos;

    /** False until the directory was looked through, as a task that has told nothing holds event time back. */
    private boolean told;

    private Set<Integer> partitions = new HashSet<>();
    private Set<Integer> backlog = new HashSet<>();

    /** Partitions without a backlog, the one that ended first before others. */
    private final TreeSet<SourceFile> quiet = new TreeSet<>(
            Comparator.comparingLong((SourceFile file) -> file.endedAt).thenComparingInt(file -> file.number));

    /**
     * @param files all that are known
     * @param quietNanos how long a file holds event time back after its end was reached
     */
    FileTimes(Supplier<Collection<SourceFile>> files, SpoutCollector out, long quietNanos) {
        this.files = files;
        this.out = out;
        this.quietNanos = quietNanos;
    }

    /** A scan is complete. */
    void scanned(long now) {
        Set<Integer> live = new HashSet<>();
        Set<Integer> unread = new HashSet<>();
        quiet.clear();
        for (SourceFile file : files.get()) {
            if (file.unread) {
                unread.add(file.number);
                live.add(file.number);
            } else if (now - file.endedAt < quietNanos) {
                quiet.add(file);
                live.add(file.number);
            }
        }
        boolean others = !told || !live.equals(partitions);
        if (others) {
            out.eventTimePartitions(array(live));
        }
        if (others || !unread.equals(backlog)) {
            out.eventTimeBacklog(array(unread));
        }
        told = true;
        partitions = live;
        backlog = unread;
    }

    private static int[] array(Set<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** More can be emitted of the file. */
    void begins(SourceFile file) {
        if (!file.unread) {
            quiet.remove(file);
            file.unread = true;
            tell(file);
        }
    }

    /** Nothing more can be emitted of the file now. */
    void ends(SourceFile file, long now) {
        if (file.unread) {
            file.unread = false;
            file.endedAt = now;
            tell(file);
        }
    }

    private void tell(SourceFile file) {
        if (!told) {
            return;
        }
        if (file.unread) {
            partitions.add(file.number);
            backlog.add(file.number);
            out.addEventTimePartition(file.number, true);
        } else if (quietNanos > 0) {
            backlog.remove(file.number);
            quiet.add(file);
            out.addEventTimePartition(file.number, false);
        } else {
            leaves(file);
        }
    }

    private void leaves(SourceFile file) {
        backlog.remove(file.number);
        partitions.remove(file.number);
        out.removeEventTimePartition(file.number);
    }

    /** A time has come at which a file no longer holds others back. */
    void run(long now) {
        while (now >= deadline()) {
            leaves(quiet.pollFirst());
        }
    }

    /** Returns when {@link #run} must be called. */
    long deadline() {
        return quiet.isEmpty() ? NEVER : quiet.first().endedAt + quietNanos;
    }

    /** What is emitted now comes from this file. */
    void from(SourceFile file) {
        if (told) {
            out.eventTimePartition(file.unread ? file.number : NONE);
        }
    }

    /** What is emitted now was emitted before, so that its time is known. */
    void fromNone() {
        if (told) {
            out.eventTimePartition(NONE);
        }
    }
}
