// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Setting;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Both ends of a channel in simulated time; each event is its number and the time at which it was offered. */
final class SimulatedChannel {

    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;
    static final int EVENT_BYTES = 200;

    private static final long TICK = MILLI;

    final SimulatedTime time = new SimulatedTime();
    final Random random;
    final List<SimulatedRoute> routes = new ArrayList<>();
    final List<Long> delivered = new ArrayList<>();
    final List<Long> late = new ArrayList<>();
    final List<LateCause> lateCauses = new ArrayList<>();
    final List<Long> latencies = new ArrayList<>();
    final List<GeoBatch> held = new ArrayList<>();
    private final ByteBuffer event = ByteBuffer.allocate(EVENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long ackDelayNanos = 50 * MILLI;
    private boolean acksLost;
    private UnaryOperator<ByteBuffer> mutation = ack -> ack;
    private boolean stalled;
    private boolean paused;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private long offered;

    /** The number of messages that have reached the receiver. */
    long arrivals;

    /** The most bytes that each end has kept. */
    long mostKeptBytes;

    long mostHeldBytes;

    /** The knowledge of routes that a sender with an oracle begins with. */
    KnownRoutes known = new KnownRoutes();

    GeoSender sender;
    GeoReceiver receiver;
    private java.util.function.Consumer<InboundMessage> arrived = message -> receiver.onBatch(message);

    SimulatedChannel(long seed) {
        random = new Random(seed);
    }

    SimulatedRoute route(double bytesPerSecond, long delayNanos, long jitterNanos) {
        SimulatedRoute route = new SimulatedRoute(
                "r" + routes.size(),
                time,
                random,
                bytesPerSecond,
                delayNanos,
                jitterNanos,
                this::arrive,
                connection -> whileRunning(() -> receiver.onConnectionClosed(connection)));
        routes.add(route);
        return route;
    }

    SimulatedChannel open(LatePolicy policy, Setting setting, Spread spread) {
        return open(
                policy,
                setting,
                null,
                GeoSenderSettings.of(7, 1, 64 << 10, 1 << 20).withSpread(spread));
    }

    SimulatedChannel open(LatePolicy policy, Setting setting, BatchOracle oracle, GeoSenderSettings settings) {
        receiver = new GeoReceiver(
                new GeoReceiver.Settings(7, 512 << 10, 1 << 20), policy, null, new Consumer(), this::ack, time::now);
        sender = oracle != null
                ? new GeoSender(settings, routes, null, oracle, known, time::now)
                : GeoSender.withSetting(settings, routes, null, setting, 20 * MILLI, time::now);
        time.at(time.now(), this::tick);
        return this;
    }

    private void tick() {
        sender.doWork();
        receive();
        mostKeptBytes = Math.max(mostKeptBytes, sender.counters().keptBytes());
        mostHeldBytes = Math.max(mostHeldBytes, receiver.counters().heldBytes());
        time.at(time.now() + TICK, this::tick);
    }

    private void arrive(InboundMessage message) {
        whileRunning(() -> {
            arrivals++;
            arrived.accept(message);
        });
    }

    private void whileRunning(Runnable action) {
        if (paused) {
            waiting.add(action);
        } else {
            action.run();
        }
    }

    private void receive() {
        if (!paused) {
            receiver.doWork();
        }
    }

    /** Stops the receiver's process, or lets it go on: then it takes all that has come meanwhile. */
    void pauseReceiver(boolean pause) {
        paused = pause;
        while (!paused && !waiting.isEmpty()) {
            waiting.poll().run();
        }
    }

    private boolean ack(ByteBuffer ack, int offset, int length) {
        if (acksLost) {
            return true;
        }
        byte[] bytes = new byte[length];
        mutation.apply(ack).get(offset, bytes);
        time.at(time.now() + ackDelayNanos, () -> {
            sender.onAck(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, length);
            sender.doWork();
        });
        return true;
    }

    /** Sets the time that acknowledgements take to the sender. */
    void ackDelay(long nanos) {
        ackDelayNanos = nanos;
    }

    /** Changes the acknowledgements of the receiver. */
    void mutateAcks(UnaryOperator<ByteBuffer> change) {
        mutation = change;
    }

    /** Changes the batches that the routes deliver before the receiver takes them. */
    void mutateBatches(java.util.function.Consumer<InboundMessage> change) {
        arrived = message -> {
            change.accept(message);
            receiver.onBatch(message);
        };
    }

    /**
     * Lets another sender with a later epoch replace this one, which does nothing any more. It offers numbers from 0.
     */
    void restartSender(Setting setting) {
        restartSender(setting, 0);
    }

    /** Lets another sender with a later epoch replace this one; it offers numbers from {@code first}. */
    void restartSender(Setting setting, long first) {
        offered = first;
        sender = GeoSender.withSetting(
                GeoSenderSettings.of(7, 2, 64 << 10, 1 << 20), routes, null, setting, 20 * MILLI, time::now);
    }

    /** Lets an earlier sender offer an event with this number each millisecond, and send its batches. */
    void goOn(GeoSender earlier, long number) {
        event.putLong(0, number).putLong(8, time.now());
        earlier.offer(event, 0, EVENT_BYTES, time.now());
        earlier.doWork();
        time.at(time.now() + MILLI, () -> goOn(earlier, number));
    }

    void loseAcks(boolean lost) {
        acksLost = lost;
    }

    /** Lets the consumer keep its batches. */
    void stall(boolean stall) {
        stalled = stall;
        if (!stall) {
            held.forEach(GeoBatch::release);
            held.clear();
        }
    }

    /** Offers events at a rate for some time; refused events are offered again. */
    void offer(double perSecond, long nanos) {
        long end = time.now() + nanos;
        long interval = (long) (SECOND / perSecond);
        long due = time.now();
        while (time.now() < end) {
            while (due <= time.now() && offerNext(due)) {
                due += interval;
            }
            long until = Math.min(end, due > time.now() ? due : time.now() + TICK);
            while (time.step(until)) {
                receive();
            }
        }
    }

    private boolean offerNext(long due) {
        event.putLong(0, offered).putLong(8, due);
        if (!sender.offer(event, 0, EVENT_BYTES, due)) {
            return false;
        }
        offered++;
        sender.doWork();
        return true;
    }

    void offerMarker() {
        event.putLong(0, offered++).putLong(8, time.now());
        if (!sender.offerMarker(event, 0, EVENT_BYTES, time.now())) {
            throw new AssertionError("no room for a marker");
        }
        sender.doWork();
    }

    void runFor(long nanos) {
        long end = time.now() + nanos;
        while (time.step(end)) {
            receive();
        }
    }

    /** Runs until the receiver has all; false if that takes longer. */
    boolean drain(long nanos) {
        long end = time.now() + nanos;
        while (!sender.isDone() && time.now() < end) {
            runFor(TICK);
        }
        return sender.isDone();
    }

    long offered() {
        return offered;
    }

    private final class Consumer implements GeoConsumer {
        @Override
        public void onBatch(GeoBatch batch) {
            while (batch.next()) {
                if (batch.length() != EVENT_BYTES) {
                    throw new AssertionError("an event of " + batch.length() + " bytes");
                }
                delivered.add(batch.buffer().getLong(batch.offset()));
                latencies.add(time.now() - batch.buffer().getLong(batch.offset() + 8));
            }
            if (stalled) {
                held.add(batch);
            } else {
                batch.release();
            }
        }

        @Override
        public void onLate(GeoBatch batch) {
            while (batch.next()) {
                late.add(batch.buffer().getLong(batch.offset()));
                lateCauses.add(batch.lateCause());
            }
            batch.release();
        }
    }
}
