// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Fetches missing files from other nodes in the background. Any thread may ask, and asks again until the file is here.
 */
public final class BlobFetcher {

    private static final int MOST_NAMED = 20;
    private static final int MOST_KEPT = 16;

    private final BlobStore store;
    private final Supplier<? extends List<? extends BlobSource>> sources;
    private final Executor executor;
    private final Runnable onArrival;

    /** Fetches in progress, and those whose failure no caller has seen. A fetch that succeeds removes itself. */
    private final Map<String, Fetch> fetches = new ConcurrentHashMap<>();

    private static final class Fetch {
        /** The failure; null while the fetch is in progress. */
        private volatile ClusterException failure;
    }

    /**
     * @param sources the nodes that may have a file, the likeliest first
     * @param executor runs the fetches; {@link #thread} in a daemon
     * @param onArrival called when a fetch has succeeded or failed
     */
    public BlobFetcher(
            BlobStore store,
            Supplier<? extends List<? extends BlobSource>> sources,
            Executor executor,
            Runnable onArrival) {
        this.store = store;
        this.sources = sources;
        this.executor = executor;
        this.onArrival = onArrival;
    }

    /** Makes a thread for one fetch at a time. */
    public static ExecutorService thread() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread fetching = new Thread(task, "millrace-fetch");
            fetching.setDaemon(true);
            return fetching;
        });
    }

    /**
     * Returns the file; empty while it is being fetched.
     *
     * @throws ClusterException if the fetch failed; the next call starts a new one
     */
    public Optional<Path> get(String digest) {
        while (true) {
            // Look here first, as a fetch that only looks for it may wait behind a slow one
            Optional<Path> here = store.get(digest);
            if (here.isPresent()) {
                return here;
            }
            Fetch fetch = fetches.get(digest);
            if (fetch == null) {
                begin(digest);
                return Optional.empty();
            }
            if (fetch.failure == null) {
                return Optional.empty();
            }
            // One caller gets the failure. For the others the next call starts a new fetch.
            if (fetches.remove(digest, fetch)) {
                throw fetch.failure;
            }
        }
    }

    /**
     * Looks for a file as {@link #get} does, for another node that wants a second copy, and protects it from clean-up.
     * Begins only a limited number of fetches at a time, as any client may ask for any digest.
     *
     * @return whether the file is here; the caller asks again until it is
     */
    public boolean keep(String digest) {
        if (store.touch(digest)) {
            return true;
        }
        if (fetches.size() >= MOST_KEPT && !fetches.containsKey(digest)) {
            fetches.values().removeIf(fetch -> fetch.failure != null);
        }
        if (fetches.size() < MOST_KEPT || fetches.containsKey(digest)) {
            get(digest);
        }
        return false;
    }

    /**
     * Begins to fetch a file unless it is here or on its way. Does not read the file, so that a loop may call it often.
     *
     * @return the failure of the last fetch, if no caller has seen it
     */
    public Optional<ClusterException> ensure(String digest) {
        Fetch fetch = fetches.get(digest);
        ClusterException failure = fetch == null ? null : fetch.failure;
        if (failure != null) {
            fetches.remove(digest, fetch);
        }
        begin(digest);
        return Optional.ofNullable(failure);
    }

    private void begin(String digest) {
        Fetch begun = new Fetch();
        if (fetches.putIfAbsent(digest, begun) == null) {
            executor.execute(() -> run(digest, begun));
        }
    }

    private void run(String digest, Fetch fetch) {
        try {
            // Another fetch may have ended between a caller's look into the store and the begin of this one
            if (store.get(digest).isEmpty()) {
                fetch(digest);
            }
            fetches.remove(digest, fetch);
        } catch (ClusterException e) {
            fetch.failure = e;
        } catch (RuntimeException | Error e) {
            fetch.failure =
                    new ClusterException(Reason.FAILED, "cannot fetch the file with SHA-256 " + digest + ": " + e, e);
        } finally {
            onArrival.run();
        }
    }

    private void fetch(String digest) {
        List<String> asked = new ArrayList<>();
        for (BlobSource source : sources.get()) {
            InputStream in;
            try {
                in = source.open(digest);
            } catch (IOException e) {
                asked.add(source + ": " + Directories.reason(e));
                continue;
            } catch (ClusterException e) {
                asked.add(e.reason() == Reason.NOT_FOUND ? source.toString() : source + ": " + e.getMessage());
                continue;
            }
            try (in) {
                store.put(digest, in);
                return;
            } catch (IOException e) {
                asked.add(source + ": " + Directories.reason(e));
            } catch (ClusterException e) {
                if (e.reason() == Reason.FAILED) {
                    // This node cannot store it, whichever node sends it
                    throw e;
                }
                asked.add(source + ": " + e.getMessage());
            }
        }
        throw new ClusterException(
                Reason.FAILED,
                "no node has the file with SHA-256 " + digest + ": submit the topology again (" + names(asked) + ")");
    }

    private static String names(List<String> asked) {
        if (asked.isEmpty()) {
            return "no other node is up";
        }
        String more = asked.size() > MOST_NAMED ? " and " + (asked.size() - MOST_NAMED) + " more" : "";
        return "asked " + String.join(", ", asked.subList(0, Math.min(MOST_NAMED, asked.size()))) + more;
    }
}
