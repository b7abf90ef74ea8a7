package io.millrace.cluster;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.ClusterException.Reason;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a daemon made so far, to be given back in reverse order when it ends or does not start; one thread at a time. */
public final class Startup implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Startup.class);
    private static final Duration CONNECT_MOST = Duration.ofSeconds(15);
    private static final long RETRY_MILLIS = 50;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warn("while closing", e);
            }
        }
    }

    /** A connection to ZooKeeper that is up. */
    public static Registry connect(Config config) {
        Registry registry = Registry.connect(config);
        try {
            if (registry.awaitConnected(CONNECT_MOST)) {
                return registry;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        registry.close();
        throw new ClusterException(
                Reason.NO_CLUSTER,
                "ZooKeeper does not answer at " + registry.address()
                        + ": start it with 'millrace zookeeper', or set zookeeper.connect");
    }

    /**
     * Waits until a registration stands: one left by a process that died goes with its session at the latest.
     *
     * @param alive whether the holder of the place answers, so that there is nothing to wait for
     * @param taken what to throw then
     */
    public static void untilHeld(
            EphemeralNode node,
            Registry registry,
            Predicate<byte[]> alive,
            Function<byte[], ? extends RuntimeException> taken) {
        long deadline =
                millis() + RETRY_MILLIS + registry.client().getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        while (true) {
            RuntimeException why;
            try {
                if (node.ensure()) {
                    return;
                }
                why = new TopologyException("cannot register with ZooKeeper at " + registry.address());
            } catch (EphemeralNode.TakenException e) {
                why = taken.apply(e.holder());
                if (alive.test(e.holder())) {
                    throw why;
                }
            }
            if (millis() >= deadline) {
                throw why;
            }
            try {
                Thread.sleep(RETRY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw why;
            }
        }
    }

    /** An id that no other cluster has. */
    public static String newClusterId() {
        return Long.toString(System.currentTimeMillis(), 36)
                + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 20, 1 << 24), 36);
    }

    /** Monotonic milliseconds. */
    public static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
