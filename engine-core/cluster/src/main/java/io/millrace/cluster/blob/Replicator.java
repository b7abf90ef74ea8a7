// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Has another machine keep submitted files before the registry names them, on the leading controller. HTTP threads call
 * {@link #replicate}; one loop calls {@link #pass}.
 */
public final class Replicator implements Replication {

    /** The number of machines that have the files. */
    public enum Copies {
        UNDER_WAY,
        ON_TWO_MACHINES,
        /** The files are on this machine, and no other one is up. */
        ON_ONE_MACHINE
    }

    /** The time for which copies are remembered; it is below the time for which a keeper protects a file. */
    private static final long SETTLED_KEPT_MILLIS = 60_000;

    /** The time for which all keepers may refuse before the copy has failed. */
    private static final long REFUSED_MILLIS = 5_000;

    /** The time that one keeper may take while there are others: it may be busy with other files. */
    private static final long BUSY_MILLIS = 10_000;

    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_POLL_MILLIS = 200;

    private final BlobStore store;
    private final Supplier<? extends List<? extends BlobKeeper>> keepers;
    private final Runnable wake;
    private final long waitMillis;
    private final LongSupplier clockMillis;

    /** The copies by digest. Guarded by this. */
    private final Map<String, Copy> copies = new LinkedHashMap<>();

    /** The times of the last failures, by name of the keeper. Owned by the loop. */
    private final Map<String, Long> failedMillis = new HashMap<>();

    /** The copying of one file to a second machine. */
    private static final class Copy {
        private final String digest;
        private final long begunMillis;

        /** The keepers that were not asked yet, null before the first step. These fields are owned by the loop. */
        private Deque<BlobKeeper> left;

        /** Whether the keepers are on other machines. */
        private boolean elsewhere;

        private BlobKeeper asked;
        private long askedMillis;
        private final List<String> refusals = new ArrayList<>();

        /** The keeper that copies the file, or has it; empty if none does. Set by the loop. */
        private volatile String askedName = "";

        /** The state of the copy. Guarded by the replicator. */
        private Copies state = Copies.UNDER_WAY;

        private ClusterException failure;
        private long settledMillis;

        Copy(String digest, long begunMillis) {
            this.digest = digest;
            this.begunMillis = begunMillis;
        }

        boolean settled() {
            return state != Copies.UNDER_WAY || failure != null;
        }
    }

    /**
     * @param keepers the nodes that can keep a file, those to ask first before others
     * @param wake wakes the loop
     * @param waitMillis the time for which a caller waits for the end of copying
     */
    public Replicator(
            BlobStore store,
            Supplier<? extends List<? extends BlobKeeper>> keepers,
            Runnable wake,
            long waitMillis,
            LongSupplier clockMillis) {
        this.store = store;
        this.keepers = keepers;
        this.wake = wake;
        this.waitMillis = waitMillis;
        this.clockMillis = clockMillis;
    }

    /**
     * Begins to copy files, and waits a short time for the end. A caller repeats the call while files are being copied.
     *
     * @throws ClusterException if there is another machine, but none keeps the files; the next call starts again
     */
    @Override
    public synchronized Copies replicate(Collection<String> digests) {
        long now = clockMillis.getAsLong();
        Set<String> up = keepers.get().stream().map(BlobKeeper::toString).collect(Collectors.toSet());
        // A keeper that is gone may have been the only other machine with the file
        copies.values().removeIf(copy -> copy.state == Copies.ON_TWO_MACHINES && !up.contains(copy.askedName));
        List<Copy> wanted = digests.stream()
                .map(digest -> copies.computeIfAbsent(digest, fresh -> new Copy(fresh, now)))
                .toList();
        if (!wanted.stream().allMatch(Copy::settled)) {
            wake.run();
            awaitSettled(wanted);
        }
        if (!wanted.stream().allMatch(Copy::settled)) {
            return Copies.UNDER_WAY;
        }
        // Another machine may be up when the files are submitted again
        copies.values()
                .removeAll(wanted.stream()
                        .filter(copy -> copy.state != Copies.ON_TWO_MACHINES)
                        .toList());
        Copies least = Copies.ON_TWO_MACHINES;
        for (Copy copy : wanted) {
            if (copy.failure != null) {
                throw copy.failure;
            }
            least = copy.state == Copies.ON_ONE_MACHINE ? copy.state : least;
        }
        return least;
    }

    @Override
    public synchronized String underWay(Collection<String> digests) {
        List<Copy> open = digests.stream()
                .map(copies::get)
                .filter(copy -> copy != null && !copy.settled())
                .toList();
        List<String> asked = open.stream()
                .map(copy -> copy.askedName)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        return open.isEmpty()
                ? ""
                : "a second copy of " + open.size() + (open.size() == 1 ? " file" : " files")
                        + (asked.isEmpty() ? "" : " on " + String.join(", ", asked));
    }

    private void awaitSettled(List<Copy> wanted) {
        long start = clockMillis.getAsLong();
        try {
            for (long left = waitMillis;
                    left > 0 && !wanted.stream().allMatch(Copy::settled);
                    left = start + waitMillis - clockMillis.getAsLong()) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A keeper fetches one file after the other */
    public long pass() {
        long pause = LONGEST_PAUSE_MILLIS;
        List<Copy> open = open();
        // @param openBytes the bytes of all files that are being copied
        long bytes = open.stream().mapToLong(copy -> bytes(copy.digest)).sum();
        for (Copy copy : open) {
            step(copy, bytes);
            long sinceMillis = clockMillis.getAsLong() - copy.begunMillis;
            pause = Math.min(pause, Math.max(2, Math.min(LONGEST_POLL_MILLIS, sinceMillis / 4)));
        }
        return pause;
    }

    private synchronized List<Copy> open() {
        long oldest = clockMillis.getAsLong() - SETTLED_KEPT_MILLIS;
        copies.values().removeIf(copy -> copy.settled() && copy.settledMillis < oldest);
        return copies.values().stream().filter(copy -> !copy.settled()).toList();
    }

    /** A keeper may have started just now */
    private void step(Copy copy, long openBytes) {
        long now = clockMillis.getAsLong();
        if (copy.left == null) {
            choose(copy);
        }
        if (copy.asked == null) {
            copy.asked = copy.left.poll();
            copy.askedMillis = now;
            copy.askedName = copy.asked == null ? "" : copy.asked.toString();
        }
        if (copy.asked == null) {
            if (!copy.elsewhere) {
                settle(copy, Copies.ON_ONE_MACHINE, null);
            } else if (now - copy.begunMillis > REFUSED_MILLIS) {
                settle(copy, Copies.UNDER_WAY, noKeeper(copy));
            } else {
                // Chooses keepers on other machines; if there are none, those with another directory on this machine.
                choose(copy);
            }
            return;
        }
        try {
            if (copy.asked.keep(copy.digest)) {
                failedMillis.remove(copy.asked.toString());
                settle(copy, copy.elsewhere ? Copies.ON_TWO_MACHINES : Copies.ON_ONE_MACHINE, null);
            } else if (now - copy.askedMillis
                    > (copy.left.isEmpty() ? PacedInput.mostMillis(openBytes) : BUSY_MILLIS)) {
                refused(copy, "takes too long");
            }
        } catch (IOException e) {
            refused(copy, Directories.reason(e));
        } catch (RuntimeException e) {
            refused(copy, e instanceof ClusterException ? e.getMessage() : e.toString());
        }
    }

    /** Chooses nodes on other machines, or, if there is no other machine, those with another directory on this one. */
    private void choose(Copy copy) {
        List<? extends BlobKeeper> all = keepers.get();
        List<BlobKeeper> chosen =
                new ArrayList<>(all.stream().filter(BlobKeeper::elsewhere).toList());
        copy.elsewhere = !chosen.isEmpty();
        if (chosen.isEmpty()) {
            chosen.addAll(all);
        }
        chosen.sort(Comparator.comparing(keeper -> failedMillis.getOrDefault(keeper.toString(), Long.MIN_VALUE)));
        copy.left = new ArrayDeque<>(chosen);
        copy.refusals.clear();
    }

    private void refused(Copy copy, String reason) {
        failedMillis.put(copy.asked.toString(), clockMillis.getAsLong());
        copy.refusals.add(copy.asked + ": " + reason);
        copy.asked = null;
    }

    private static ClusterException noKeeper(Copy copy) {
        return new ClusterException(
                Reason.FAILED,
                "no other machine keeps a copy of the topology's files (" + String.join(", ", copy.refusals)
                        + "): mend or stop these nodes, and submit again");
    }

    private synchronized void settle(Copy copy, Copies state, ClusterException failure) {
        copy.state = state;
        copy.failure = failure;
        copy.settledMillis = clockMillis.getAsLong();
        notifyAll();
    }

    private long bytes(String digest) {
        Optional<Path> file = store.get(digest);
        try {
            return file.isPresent() ? Files.size(file.get()) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
