// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.storm.RingContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.metric.api.IStatefulObject;
import org.apache.storm.utils.Utils;

/** A worker as far as messages go: a context, the port that it reads, and its connections. */
final class RingWorker implements AutoCloseable {
    static final String TOPOLOGY = "words-1-17";
    static final int TASKS = 100;

    final RingContext context = new RingContext();
    final AtomicBoolean[] backPressure = new AtomicBoolean[TASKS];
    final int port;
    final IConnection server;
    final List<String> taken = Collections.synchronizedList(new ArrayList<>());

    RingWorker(Map<String, Object> settings, int port) {
        this(settings, port, message -> {});
    }

    RingWorker(Map<String, Object> settings, int port, Consumer<TaskMessage> before) {
        this.port = port;
        Arrays.setAll(backPressure, task -> new AtomicBoolean());
        context.prepare(settings, null);
        IConnectionCallback callback = batch -> batch.forEach(message -> {
            before.accept(message);
            taken.add(text(message));
        });
        server = context.bind(
                TOPOLOGY, port, callback, () -> new BackPressureStatus("worker", new ArrayList<>(), new ArrayList<>()));
    }

    ConnectionWithStatus connect(int to) throws IOException {
        return (ConnectionWithStatus) context.connect(TOPOLOGY, Utils.hostname(), to, backPressure);
    }

    /** Returns how many messages came through the ring since the last call. */
    int throughRing() {
        Map<?, ?> state = (Map<?, ?>) ((IStatefulObject) server).getState();
        Object count = ((Map<?, ?>) state.get("enqueued")).get("ring");
        return count == null ? 0 : (Integer) count;
    }

    /** A message that begins with its number and has this many bytes behind it. */
    static TaskMessage message(int task, int number, int padding) {
        byte[] bytes = new byte[Integer.BYTES + padding];
        Arrays.fill(bytes, (byte) number);
        ByteBuffer.wrap(bytes).putInt(number);
        return new TaskMessage(task, bytes);
    }

    static String text(TaskMessage message) {
        int number = ByteBuffer.wrap(message.message()).getInt();
        for (int i = Integer.BYTES; i < message.message().length; i++) {
            if (message.message()[i] != (byte) number) {
                return "torn: " + number;
            }
        }
        return message.task() + ":" + number + ":" + (message.message().length - Integer.BYTES);
    }

    static Map<String, Object> settings(Path base) {
        System.setProperty(RingSettings.DIRECTORY, base.toString());
        Map<String, Object> settings = new HashMap<>(Utils.readDefaultConfig());
        settings.put("topology.name", "words");
        settings.put(RingSettings.DOORBELL, false);
        settings.put("storm.messaging.netty.client_worker_threads", 1);
        settings.put("storm.messaging.netty.server_worker_threads", 1);
        settings.put("storm.messaging.netty.min_wait_ms", 10);
        settings.put("storm.messaging.netty.max_wait_ms", 50);
        return settings;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Netty's threads take seconds to end, for which nobody waits. */
    @Override
    public void close() {
        Thread end = new Thread(context::term, "end of " + port);
        end.setDaemon(true);
        end.start();
        Awaits.until(() -> !hasDirectory() && isFree(port));
    }

    private boolean hasDirectory() {
        Path base = Path.of(System.getProperty(RingSettings.DIRECTORY));
        try {
            return Files.isDirectory(base)
                    && new RingAddress(TOPOLOGY, Utils.hostname(), port)
                            .find(base)
                            .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
