// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The connection to a real ZooKeeper is cut at a random byte while a copy is read. The session goes on, or expires
 * meanwhile.
 */
@Timeout(600)
class InterruptedReadingTest {

    private static final int SEEDS =
            Integer.getInteger("millrace.seeds", Boolean.getBoolean("millrace.long") ? 200 : 5);
    private static final long FIRST_SEED = Long.getLong("millrace.seed", 1);
    private static final int PARENTS = 20;
    private static final int CHILDREN = 30;
    /** The bound of the random byte, more than the reading of all nodes takes. */
    private static final int MOST_BYTES = 120_000;

    @TempDir
    Path directory;

    private final Map<String, String> tree = new TreeMap<>();

    @Test
    void aCopyIsWholeWhereverItsReadingWasInterrupted() throws Exception {
        try (TestZooKeeper server = new TestZooKeeper(directory);
                ZooKeeperStore direct = ZooKeeperStore.connect(server.config())) {
            Await.until("a connection", direct::connected);
            plant(direct);
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                interrupt(server, direct, new SplittableRandom(seed), "seed " + seed + ": ");
            }
        }
    }

    private void interrupt(TestZooKeeper server, ZooKeeperStore direct, SplittableRandom random, String seed)
            throws Exception {
        ConcurrentLinkedQueue<Long> sizes = new ConcurrentLinkedQueue<>();
        try (CutConnection cut = new CutConnection(server.config().get(ClusterKeys.ZOOKEEPER_PORT))) {
            cut.cutAfter(random.nextInt(200, MOST_BYTES));
            Config config = server.config().with(ClusterKeys.ZOOKEEPER_CONNECT, "127.0.0.1:" + cut.port());
            try (ZooKeeperStore store = ZooKeeperStore.connect(config)) {
                Store.Copy[] copy = new Store.Copy[1];
                copy[0] = store.copy(
                        "/t",
                        Store.listener((before, after) -> {}, () -> sizes.add(copy[0] == null ? 0 : roots(copy[0]))));
                Await.until(seed + "it is cut, or read before", () -> cut.isCut() || copy[0].complete());
                if (cut.isCut() && store.connected() && random.nextBoolean()) {
                    server.expire(store.client().getZookeeperClient().getZooKeeper());
                }
                change(direct, random);
                cut.mend();

                Await.until(
                        seed + "all of it",
                        () -> copy[0].complete() && content(copy[0]).equals(tree));
                // No listener took a part for the whole
                assertThat(sizes).as(seed).allMatch(size -> size == 0 || size == PARENTS);
            }
        }
    }

    private static long roots(Store.Copy copy) {
        return copy.nodes()
                .filter(node -> node.path().chars().filter(c -> c == '/').count() == 2)
                .count();
    }

    private void plant(Store store) {
        List<Change> changes = new ArrayList<>();
        create(changes, "/t", "");
        for (int parent = 0; parent < PARENTS; parent++) {
            create(changes, "/t/p" + parent, "parent");
            for (int child = 0; child < CHILDREN; child++) {
                create(changes, "/t/p" + parent + "/c" + child, "child");
            }
        }
        store.commit("all", changes);
    }

    private void create(List<Change> changes, String path, String data) {
        changes.add(Change.create(path, data.getBytes(StandardCharsets.UTF_8)));
        tree.put(path, data);
    }

    private void change(Store store, SplittableRandom random) {
        List<Change> changes = new ArrayList<>();
        for (String path : List.copyOf(tree.keySet())) {
            if (path.contains("/c") && random.nextInt(10) == 0) {
                changes.add(new Change.Delete(path, Change.ANY));
                tree.remove(path);
            } else if (random.nextInt(10) == 0) {
                String data = Long.toString(random.nextLong());
                changes.add(new Change.Write(path, data.getBytes(StandardCharsets.UTF_8), Change.ANY));
                tree.put(path, data);
            }
        }
        for (int parent = 0; parent < PARENTS; parent++) {
            create(changes, "/t/p" + parent + "/c" + random.nextLong(Long.MAX_VALUE), "new");
        }
        store.commit("changes", changes);
    }

    private static Map<String, String> content(Store.Copy copy) {
        Map<String, String> content = new TreeMap<>();
        copy.nodes().forEach(node -> content.put(node.path(), new String(node.data(), StandardCharsets.UTF_8)));
        return content;
    }
}
