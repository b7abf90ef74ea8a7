package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.Consumer;

/** A route in simulated time: first in, first out, with a rate, a delay with jitter, and ways to break. */
final class SimulatedRoute implements GeoRoute {

    /** Whether it was wanted. */
    boolean prepared;

    private static final double NANOS = 1e9;

    private final String name;
    private final SimulatedTime time;
    private final Random random;
    private final Consumer<InboundMessage> receiver;
    private double bytesPerSecond;
    private Bottleneck bottleneck;
    private long delayNanos;
    private long jitterNanos;
    private long roomBytes = Long.MAX_VALUE;
    private boolean up = true;
    private boolean black;
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
            Consumer<InboundMessage> receiver) {
        this.name = name;
        this.time = time;
        this.random = random;
        this.bytesPerSecond = bytesPerSecond;
        this.delayNanos = delayNanos;
        this.jitterNanos = jitterNanos;
        this.receiver = receiver;
    }

    /** What routes share. */
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

    /** Takes no more than so many bytes that were not written. */
    void room(long bytes) {
        roomBytes = bytes;
    }

    /** Loses what is under way, and carries nothing until it is healed. */
    void cut() {
        up = false;
        incarnation++;
        queuedBytes = 0;
        freeNanos = time.now();
    }

    void heal() {
        up = true;
        black = false;
    }

    /** Swallows all from now on, and looks as if it were up. */
    void swallow() {
        black = true;
        incarnation++;
        queuedBytes = 0;
    }

    long carriedBytes() {
        return carried;
    }

    /** Messages that came by it and were not released. */
    int held() {
        return held;
    }

    /** Each message takes this time in addition to that of its bytes. */
    void perMessage(long nanos) {
        messageNanos = nanos;
    }

    /** It leads by a relay from now on. */
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
        if (!up || queuedBytes + length > roomBytes && queuedBytes > 0) {
            return false;
        }
        if (black) {
            return true;
        }
        ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, batch, offset, length);
        long sent = incarnation;
        queuedBytes += length;
        freeNanos = Math.max(freeNanos, time.now()) + messageNanos + (long) (length / bytesPerSecond * NANOS);
        if (bottleneck != null) {
            bottleneck.freeNanos =
                    Math.max(bottleneck.freeNanos, time.now()) + (long) (length / bottleneck.bytesPerSecond * NANOS);
            freeNanos = Math.max(freeNanos, bottleneck.freeNanos);
        }
        long late = Math.max(0, delayNanos + (long) (random.nextGaussian() * jitterNanos));
        arrivedNanos = Math.max(arrivedNanos, freeNanos + late);
        time.at(freeNanos, () -> {
            if (sent == incarnation) {
                queuedBytes -= length;
            }
        });
        time.at(arrivedNanos, () -> {
            if (sent == incarnation) {
                carried += length;
                held++;
                receiver.accept(new Arrived(copy));
            }
        });
        return true;
    }

    private final class Arrived implements InboundMessage {
        private final ByteBuffer bytes;
        private boolean released;

        Arrived(ByteBuffer bytes) {
            this.bytes = bytes;
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
        }
    }
}
