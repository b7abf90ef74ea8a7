package io.millrace.cluster.blob;

import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.RestPaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Fetches missing files from other nodes, one at a time in the background. Any thread may ask, and asks again until the
 * file is here.
 */
public final class BlobFetcher implements AutoCloseable {

    private final BlobStore store;
    private final Supplier<List<HttpTarget>> sources;
    private final Runnable onArrival;
    private final ExecutorService thread;
    private final Map<String, Fetch> fetches = new ConcurrentHashMap<>();

    private static final class Fetch {
        private volatile boolean done;
        private volatile ClusterException failure;
    }

    /**
     * @param sources nodes that may have a file, the likeliest first
     * @param onArrival called when a fetch has succeeded or failed
     */
    public BlobFetcher(BlobStore store, Supplier<List<HttpTarget>> sources, Runnable onArrival) {
        this.store = store;
        this.sources = sources;
        this.onArrival = onArrival;
        this.thread = Executors.newSingleThreadExecutor(task -> {
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
        Fetch fetch = fetches.get(digest);
        if (fetch != null && !fetch.done) {
            return Optional.empty();
        }
        Optional<Path> here = store.get(digest);
        if (here.isPresent()) {
            fetches.remove(digest);
            return here;
        }
        if (fetch != null && fetch.failure != null) {
            fetches.remove(digest);
            throw fetch.failure;
        }
        Fetch begun = new Fetch();
        if (fetches.put(digest, begun) == null || fetch != null) {
            thread.execute(() -> fetch(digest, begun));
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void fetch(String digest, Fetch fetch) {
        try {
            fetch.failure = new ClusterException(
                    Reason.FAILED, "no node has the file with SHA-256 " + digest + ": submit the topology again");
            for (HttpTarget source : sources.get()) {
                try (InputStream in = source.stream(RestPaths.BLOBS + digest)) {
                    store.put(digest, in);
                    fetch.failure = null;
                    break;
                } catch (IOException e) {
                    fetch.failure =
                            new ClusterException(Reason.FAILED, "cannot fetch a file from " + source + ": " + e, e);
                } catch (ClusterException e) {
                    if (e.reason() != Reason.NOT_FOUND) {
                        fetch.failure = e;
                    }
                }
            }
        } finally {
            fetch.done = true;
            onArrival.run();
        }
    }
}
