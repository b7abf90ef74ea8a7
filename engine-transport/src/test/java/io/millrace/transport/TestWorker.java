// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import io.millrace.transport.tcp.TcpTransport;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** A transport with a handler that remembers what came; the messages of a stuck task are kept unreleased. */
public class TestWorker implements InboundHandler, AutoCloseable {

    /** The secret of every test worker. */
    public static final LinkSecret SECRET = new LinkSecret(new byte[32]);

    public final String id;
    public final long epoch;
    public final Transport transport;
    public final Semaphore room = new Semaphore(0);
    public final Map<Integer, Queue<byte[]>> received = new ConcurrentHashMap<>();
    public final Queue<byte[]> controls = new ConcurrentLinkedQueue<>();
    public final Map<Integer, Queue<InboundMessage>> stuck = new ConcurrentHashMap<>();
    public volatile Consumer<InboundMessage> onMessage;

    public TestWorker(String id, long epoch) {
        this(id, epoch, builder -> builder);
    }

    public TestWorker(String id, long epoch, UnaryOperator<TransportConfig.Builder> settings) {
        this(id, epoch, settings, System::nanoTime);
    }

    public TestWorker(String id, long epoch, UnaryOperator<TransportConfig.Builder> settings, LongSupplier clock) {
        this.id = id;
        this.epoch = epoch;
        this.transport = TcpTransport.start(config(id, epoch, settings), this, clock);
    }

    public static TransportConfig config(String id, long epoch, UnaryOperator<TransportConfig.Builder> settings) {
        return settings.apply(TransportConfig.builder("cluster", "topology", id, epoch)
                        .secret(SECRET)
                        .reconnect(java.time.Duration.ofMillis(2), java.time.Duration.ofMillis(40)))
                .build();
    }

    public PeerAddress address() {
        InetSocketAddress bound = transport.address();
        return new PeerAddress("127.0.0.1", bound.getPort(), id, epoch);
    }

    public Peer connect(TestWorker to) {
        return connect(to.address());
    }

    public Peer connect(PeerAddress to) {
        return transport.connect(to, () -> room.release(8));
    }

    public Peer connected(TestWorker to) {
        Peer peer = connect(to);
        Await.until(peer::connected, peer::counters);
        return peer;
    }

    /** Offers a message until it is taken; waits for room by the listener. */
    public void send(Peer peer, int task, byte[] message) throws InterruptedException {
        ByteBuffer source = ByteBuffer.wrap(message);
        while (!peer.offer(task, source, 0, message.length)) {
            room.acquire();
        }
    }

    public void stick(int task) {
        stuck.put(task, new ConcurrentLinkedQueue<>());
    }

    public int count(int task) {
        Queue<byte[]> messages = received.get(task);
        return messages == null ? 0 : messages.size();
    }

    public void awaitCount(int task, int count) {
        Await.until(() -> count(task) >= count, () -> count(task) + " of " + count + " " + transport.counters());
    }

    @Override
    public void onMessage(InboundMessage message) {
        if (onMessage != null) {
            onMessage.accept(message);
            return;
        }
        Queue<InboundMessage> held = stuck.get(message.targetTask());
        if (held != null) {
            held.add(message);
            return;
        }
        received.computeIfAbsent(message.targetTask(), task -> new ConcurrentLinkedQueue<>())
                .add(bytes(message.buffer(), message.offset(), message.length()));
        message.release();
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        controls.add(bytes(buffer, offset, length));
    }

    public static byte[] bytes(ByteBuffer buffer, int offset, int length) {
        byte[] copy = new byte[length];
        buffer.get(offset, copy);
        return copy;
    }

    @Override
    public void close() {
        transport.close();
        stuck.values().forEach(messages -> messages.forEach(InboundMessage::release));
    }
}
