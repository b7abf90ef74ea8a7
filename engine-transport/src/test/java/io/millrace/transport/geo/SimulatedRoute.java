// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A route in simulated time: first in, first out, with a rate, a delay with jitter, and ways to break. */
final class SimulatedRoute implements GeoRoute {

    /** Whether {@link #prepare} was called. */
    boolean prepared;

    private static final double NANOS = 1e9;

    private final String name;
    private final SimulatedTime time;
    private final Random random;
    private final Consumer<InboundMessage> receiver;

    /** Takes the number of the connection that has gone at the receiver's end. */
    private final LongConsumer closed;

    private final long firstConnection;
    private final ArrayDeque<Runnable> standing = new ArrayDeque<>();
    private double bytesPerSecond;
    private Bottleneck bottleneck;
    private long delayNanos;
    private long jitterNanos;
    private long roomBytes = Long.MAX_VALUE;
    private boolean up = true;
    private boolean black;
    private boolean stands;
    private double loss;
    private long overtakingNanos;
    private long windowBytes = Long.MAX_VALUE;
    private long unreleasedBytes;
    private boolean relayed;
    private long messageNanos;
    private long incarnation;
    private long freeNanos;
    private long arrivedNanos;
    private long queuedBytes;
    private int held;
    private long carried;

    SimulatedRoute(
            String name,
            SimulatedTime time,
            Random random,
            double bytesPerSecond,
            long delayNanos,
            long jitterNanos,
            Consumer<InboundMessage> receiver,
            LongConsumer closed) {
        this.name = name;
        this.time = time;
        this.random = random;
        this.bytesPerSecond = bytesPerSecond;
        this.delayNanos = delayNanos;
        this.jitterNanos = jitterNanos;
        this.receiver = receiver;
        this.closed = closed;
        this.firstConnection = (name.hashCode() & 0xffffL) << 32 | 1;
    }

    /** A bottleneck that routes share. */
    static final class Bottleneck {
        private final double bytesPerSecond;
        private long freeNanos;

        Bottleneck(double bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }
    }

    void through(Bottleneck shared) {
        bottleneck = shared;
    }

    void rate(double bytes) {
        bytesPerSecond = bytes;
    }

    void delay(long delay, long jitter) {
        delayNanos = delay;
        jitterNanos = jitter;
    }

    /** Bounds the bytes that were taken and not yet written. */
    void room(long bytes) {
        roomBytes = bytes;
    }

    /** Loses all messages in flight, and carries nothing until it is healed. Both ends see it. */
    void cut() {
        up = false;
        lose();
        freeNanos = time.now();
    }

    /**
     * Breaks only the receiver's end, as when a relay does not reach it any more: the route loses all messages, and
     * looks as if it were up.
     */
    void cutBehindRelay() {
        black = true;
        lose();
    }

    private void lose() {
        long gone = connection();
        incarnation++;
        queuedBytes = 0;
        unreleasedBytes = 0;
        standing.clear();
        time.at(time.now(), () -> closed.accept(gone));
    }

    private long connection() {
        return firstConnection + incarnation;
    }

    /** Sets whether the sender believes that the route is up; messages in flight arrive nevertheless. */
    void appearUp(boolean on) {
        up = on;
    }

    /** Keeps all messages that reach its middle, as a stopped process does, until it goes on. */
    void stand(boolean on) {
        stands = on;
        while (!stands && !standing.isEmpty()) {
            standing.poll().run();
        }
    }

    /**
     * Loses some of the messages.
     *
     * @param share the share of the messages that is lost
     * @param overtaking the delay of some messages, which others overtake
     */
    void lossy(double share, long overtaking) {
        loss = share;
        overtakingNanos = overtaking;
    }

    /** Bounds the bytes that were not released at the other end, as the credit of a connection does. */
    void window(long bytes) {
        windowBytes = bytes;
    }

    void heal() {
        up = true;
        black = false;
    }

    /** Loses all messages from now on, and looks as if it were up. */
    void swallow() {
        black = true;
        incarnation++;
        queuedBytes = 0;
        unreleasedBytes = 0;
    }

    long carriedBytes() {
        return carried;
    }

    /** The number of messages that came by this route and were not released. */
    int held() {
        return held;
    }

    /** Sets the time that each message takes in addition to that of its bytes. */
    void perMessage(long nanos) {
        messageNanos = nanos;
    }

    /** Lets the route lead by a relay from now on. */
    void byRelay() {
        relayed = true;
    }

    @Override
    public boolean isRelayed() {
        return relayed;
    }

    @Override
    public void prepare() {
        prepared = true;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isUp() {
        return up;
    }

    @Override
    public boolean offer(ByteBuffer batch, int offset, int length) {
        if (!up
                || queuedBytes + length > roomBytes && queuedBytes > 0
                || unreleasedBytes + length > windowBytes && unreleasedBytes > 0) {
            return false;
        }
        if (black || loss > 0 && random.nextDouble() < loss) {
            return true;
        }
        ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, batch, offset, length);
        long sent = incarnation;
        queuedBytes += length;
        unreleasedBytes += length;
        freeNanos = Math.max(freeNanos, time.now()) + messageNanos + (long) (length / bytesPerSecond * NANOS);
        if (bottleneck != null) {
            bottleneck.freeNanos =
                    Math.max(bottleneck.freeNanos, time.now()) + (long) (length / bottleneck.bytesPerSecond * NANOS);
            freeNanos = Math.max(freeNanos, bottleneck.freeNanos);
        }
        long late = Math.max(0, delayNanos + (long) (random.nextGaussian() * jitterNanos));
        arrivedNanos = Math.max(arrivedNanos, freeNanos + late);
        long overtaken = overtakingNanos == 0 ? 0 : (long) (random.nextDouble() * overtakingNanos);
        time.at(freeNanos, () -> {
            if (sent == incarnation) {
                queuedBytes -= length;
            }
        });
        time.at(arrivedNanos + overtaken, () -> {
            if (stands || !standing.isEmpty()) {
                standing.add(() -> arrive(copy, sent));
            } else {
                arrive(copy, sent);
            }
        });
        return true;
    }

    private void arrive(ByteBuffer copy, long sent) {
        if (sent == incarnation) {
            carried += copy.capacity();
            held++;
            receiver.accept(new Arrived(copy, connection()));
        }
    }

    private final class Arrived implements InboundMessage {
        private final ByteBuffer bytes;
        private final long connection;
        private boolean released;

        Arrived(ByteBuffer bytes, long connection) {
            this.bytes = bytes;
            this.connection = connection;
        }

        @Override
        public long connection() {
            return connection;
        }

        @Override
        public int targetTask() {
            return 1;
        }

        @Override
        public ByteBuffer buffer() {
            if (released) {
                throw new AssertionError("used after its release");
            }
            return bytes;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int length() {
            return bytes.capacity();
        }

        @Override
        public long senderClockOffsetNanos() {
            return UNKNOWN_CLOCK;
        }

        @Override
        public long sentNanos() {
            return UNKNOWN_TIME;
        }

        @Override
        public void release() {
            if (released) {
                throw new AssertionError("released twice");
            }
            released = true;
            held--;
            // The memory is used for other messages then
            Arrays.fill(bytes.array(), (byte) -1);
            if (connection == connection()) {
                unreleasedBytes -= bytes.capacity();
            }
        }
    }
}
