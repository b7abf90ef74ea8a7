// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.RingConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker among the others of its node: its directory in shared memory, the ring that it reads, and its connections to
 * theirs. Any thread may call.
 */
public final class RingNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RingNode.class);

    /** How often connections are asked whether their receiver died; a send notices the usual death itself. */
    private static final long CHECK_MILLIS = 200;

    private final RingSettings settings;
    private final Optional<StormMetricRegistry> metrics;
    private final String host;
    private final SharedDirectory directory;

    /** Rung when a ring that was full has room. Storm sends with one thread per worker, which waits at it. */
    private final Doorbell room;

    private final Set<RingReceiver> receivers = ConcurrentHashMap.newKeySet();
    private final Set<RingConnection> connections = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "millrace-ring-watch");
        thread.setDaemon(true);
        return thread;
    });

    /** Storm halts a worker that has not shut down within seconds, in which it may not come to {@link #close}. */
    private final Thread removal = new Thread(this::removeFiles, "millrace-ring-removal");

    private RingNode(RingSettings settings, Optional<StormMetricRegistry> metrics, SharedDirectory directory)
            throws IOException {
        this.settings = settings;
        this.metrics = metrics;
        this.host = Utils.hostname();
        this.directory = directory;
        this.room = Doorbells.create(directory.path().resolve("room"));
        Runtime.getRuntime().addShutdownHook(removal);
        watch.scheduleWithFixedDelay(this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Makes this worker's directory, and removes those of dead processes.
     *
     * @throws IOException if there is no room or no permission
     */
    public static RingNode open(RingSettings settings, Optional<StormMetricRegistry> metrics) throws IOException {
        removeDead(settings.base());
        SharedDirectory directory = SharedDirectory.create(settings.base(), RingAddress.PREFIX);
        try {
            return new RingNode(settings, metrics, directory);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static void removeDead(Path base) {
        try {
            for (Path dead : SharedDirectory.removeDead(base)) {
                LOG.info("removed {}: its process is dead", dead);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("what dead processes left in {} stays: {}", base, e.toString());
        }
    }

    /**
     * Makes the ring that this worker reads, then binds its port: whoever is connected to the port finds the ring.
     *
     * @param server binds the port
     */
    public IConnection bind(String topology, int port, IConnectionCallback callback, Supplier<IConnection> server) {
        RingReceiver receiver;
        try {
            receiver = receiver(topology, port, callback);
        } catch (IOException | RuntimeException e) {
            LOG.warn("worker {}:{} gets messages by Netty, as it has no ring: {}", host, port, e.toString());
            return server.get();
        }
        try {
            RingServer bound = new RingServer(server.get(), receiver);
            receivers.add(receiver);
            receiver.start();
            return bound;
        } catch (RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    private RingReceiver receiver(String topology, int port, IConnectionCallback callback) throws IOException {
        RingConsumer ring =
                RingConsumer.create(directory.path().resolve(RingAddress.RING), settings.ring(), directory.lock());
        RingReceiver receiver = new RingReceiver(ring, callback, port);
        try {
            new RingAddress(topology, host, port).publish(directory.path());
            return receiver;
        } catch (IOException | RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    /** Returns a connection that sends by the ring if the receiver is on this node and has one. */
    public IConnection connect(String topology, String receiverHost, int port, ConnectionWithStatus netty) {
        if (!host.equals(receiverHost)) {
            return netty;
        }
        RingConnection connection = new RingConnection(new RingAddress(topology, host, port), this, netty);
        connections.add(connection);
        return connection;
    }

    void closed(RingConnection connection) {
        connections.remove(connection);
    }

    private void check() {
        boolean died = false;
        for (RingConnection connection : connections) {
            died |= connection.leaveIfOver();
        }
        if (died) {
            removeDead(settings.base());
        }
    }

    Path base() {
        return settings.base();
    }

    ProcessLock lock() {
        return directory.lock();
    }

    Doorbell room() {
        return room;
    }

    Optional<StormMetricRegistry> metrics() {
        return metrics;
    }

    /** Removes the files, whose memory this and other workers may use on. */
    void removeFiles() {
        try {
            PrivateDirectory.remove(directory.path());
            Files.deleteIfExists(directory.lock().file());
        } catch (IOException e) {
            LOG.warn("{} stays until another worker starts: {}", directory.path(), e.toString());
        }
    }

    /** Removes the directory. Storm closes the connections before. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException e) {
            // It is running
        }
        watch.shutdownNow();
        connections.forEach(RingConnection::close);
        receivers.forEach(RingReceiver::close);
        room.close();
        directory.close();
    }
}
