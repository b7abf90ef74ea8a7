// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.registry.ClusterView;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps all files that the registry names on this controller, whether it leads or not, and removes other files. Each
 * controller can therefore lead after the loss of all others. The controller's loop calls.
 */
final class NamedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(NamedFiles.class);
    private static final long PAUSE_MILLIS = 30_000;
    private static final Duration UPLOADS_KEPT = Duration.ofMinutes(10);

    private final BlobStore blobs;
    private final BlobFetcher fetcher;
    private final Topologies topologies;
    private final Supplier<Optional<Set<String>>> confirmed;
    private final LongSupplier clockMillis;

    private long dueMillis = Long.MIN_VALUE;
    private ClusterView last;

    /** The files that the log has reported as missing. */
    private final Set<String> missing = new HashSet<>();

    /**
     * @param confirmed returns the digests that the registry itself, and not only the copy, names now; empty if they
     *     are not known
     */
    NamedFiles(
            BlobStore blobs,
            BlobFetcher fetcher,
            Topologies topologies,
            Supplier<Optional<Set<String>>> confirmed,
            LongSupplier clockMillis) {
        this.blobs = blobs;
        this.fetcher = fetcher;
        this.topologies = topologies;
        this.confirmed = confirmed;
        this.clockMillis = clockMillis;
    }

    /** Checks for missing files when files or nodes have changed, and every 30 seconds. */
    void pass(ClusterView view) {
        long now = clockMillis.getAsLong();
        Set<String> named = view.digests();
        boolean due = now >= dueMillis;
        if (due || hasNews(view, named)) {
            missing.retainAll(named);
            for (String digest : named) {
                fetcher.ensure(digest)
                        .filter(failure -> missing.add(digest))
                        .ifPresent(failure -> LOG.warn("a topology's file is missing here: {}", failure.getMessage()));
            }
        }
        last = view;
        if (due) {
            dueMillis = now + PAUSE_MILLIS;
            if (blobs.hasUnused(named, UPLOADS_KEPT)) {
                confirmed.get().ifPresent(digests -> {
                    digests.addAll(named);
                    blobs.retain(digests, UPLOADS_KEPT);
                });
            }
            topologies.retain(named);
        }
    }

    private boolean hasNews(ClusterView view, Set<String> named) {
        return view != last
                && (!named.equals(last.digests())
                        || !view.controllers().equals(last.controllers())
                        || !view.supervisors()
                                .keySet()
                                .equals(last.supervisors().keySet()));
    }
}
