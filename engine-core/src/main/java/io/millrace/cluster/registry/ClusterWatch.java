package io.millrace.cluster.registry;

import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;

/**
 * Keeps a copy of a part of the registry up to date, through losses of the connection too: until it is back, the copy
 * stays as it was. Any thread may ask for a view.
 */
public final class ClusterWatch implements AutoCloseable {

    private final RegistryPaths paths;
    private final CuratorCache cache;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean ready;
    private volatile Reading last;

    /** What was read when so many changes had been heard of. */
    private record Reading(long changes, ClusterView view) {}

    private ClusterWatch(RegistryPaths paths, CuratorCache cache) {
        this.paths = paths;
        this.cache = cache;
    }

    /** Watches the whole cluster; {@code onChange} is called on Curator's threads. */
    public static ClusterWatch all(Registry registry, Runnable onChange) {
        return start(registry, registry.paths().root(), (before, after) -> true, onChange);
    }

    /** Watches one topology. */
    public static ClusterWatch topology(Registry registry, String name, Runnable onChange) {
        return start(registry, registry.paths().topology(name), (before, after) -> true, onChange);
    }

    /**
     * Watches one topology for one of its workers, which is not told when others have come to terms with an assignment: while tasks
     * move, each of many workers says that several times, and only the controller waits for it.
     */
    public static ClusterWatch forWorker(Registry registry, String name, Runnable onChange) {
        String workers = registry.paths().workers(name) + "/";
        return start(
                registry,
                registry.paths().topology(name),
                (before, after) -> before == null
                        || after == null
                        || !after.getPath().startsWith(workers)
                        || !withoutHeard(before).equals(withoutHeard(after)),
                onChange);
    }

    private static PeerEndpoint withoutHeard(ChildData registration) {
        return Json.read(registration.getData(), PeerEndpoint.class).withHeard(0);
    }

    /**
     * @param isNews told what a node was and is, null where it was not or is no more
     */
    private static ClusterWatch start(
            Registry registry, String path, BiPredicate<ChildData, ChildData> isNews, Runnable onChange) {
        CuratorCache cache = CuratorCache.build(registry.client(), path);
        ClusterWatch watch = new ClusterWatch(registry.paths(), cache);
        cache.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forAll((type, before, after) -> {
                            watch.changes.incrementAndGet();
                            if (watch.ready && isNews.test(before, after)) {
                                onChange.run();
                            }
                        })
                        .forInitialized(() -> {
                            watch.ready = true;
                            onChange.run();
                        })
                        .build());
        cache.start();
        return watch;
    }

    /** Whether the copy was complete once. */
    public boolean ready() {
        return ready;
    }

    /** What is known now; read anew only after a change, as daemons and workers ask for it every second. */
    public ClusterView view() {
        // Before the copy is read: a change that comes meanwhile is heard of later, and has it read again
        long heard = changes.get();
        Reading reading = last;
        if (reading == null || reading.changes() != heard) {
            reading = new Reading(heard, ClusterView.of(paths, cache.stream()));
            last = reading;
        }
        return reading.view();
    }

    @Override
    public void close() {
        cache.close();
    }
}
