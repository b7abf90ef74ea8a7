package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A sender and a receiver joined by a wire with delay and rate, in virtual time on the calling thread: no socket, no
 * thread, no sleep. The sender keeps task 0 busy with messages of {@link #MESSAGE_BYTES}.
 */
final class DelayedPipe implements AutoCloseable {

    static final int MESSAGE_BYTES = 8 * 1024;

    private record Event(long at, long number, Runnable action, ByteBuf cargo) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final EmbeddedChannel near = new EmbeddedChannel();
    private final EmbeddedChannel far = new EmbeddedChannel();
    private final Ticker nearTicker = new Ticker(() -> now());
    private final Ticker farTicker = new Ticker(() -> now());
    private final PeerLink link;
    private final ByteBuffer message = ByteBuffer.allocate(MESSAGE_BYTES);
    private final ArrayDeque<InboundMessage> inbox = new ArrayDeque<>();
    private final Endpoint receiver;
    private final long oneWayNanos;
    private final double bytesPerNano;
    private long now = 1;
    private long numbers;
    private long wireFreeAt;
    private boolean offering = true;
    long consumedBytes;
    long longestQueueNanos;
    /** 0: as fast as it comes; negative: not at all. */
    double consumerBytesPerNano;

    private boolean consuming;

    DelayedPipe(long rttNanos, double bytesPerSecond, UnaryOperator<TransportConfig.Builder> settings) {
        oneWayNanos = rttNanos / 2;
        bytesPerNano = bytesPerSecond / 1e9;
        InboundHandler inbound = new InboundHandler() {
            @Override
            public void onMessage(InboundMessage received) {
                inbox.add(received);
                consume();
            }

            @Override
            public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}
        };
        Endpoint sender = new Endpoint(TestWorker.config("a", 1, settings), inbound, this::now);
        receiver = new Endpoint(TestWorker.config("b", 1, settings), inbound, this::now);
        link = new PeerLink(
                sender,
                near.eventLoop(),
                nearTicker,
                new PeerAddress("far", 1, "b", 1),
                () -> {},
                dialled -> near.pipeline().addLast(new OutboundConnection(sender, nearTicker, dialled)),
                new Backoff(1_000_000, 2_000_000, new SplittableRandom(1)),
                () -> {});
        far.pipeline().addLast(new InboundConnection(receiver, farTicker, new Admission(4)));
        link.start();
        at(now, this::tick);
    }

    long now() {
        return now;
    }

    PeerCounters counters() {
        return link.counters();
    }

    long heldBytes() {
        return receiver.heldBytes.get();
    }

    private void at(long when, Runnable action) {
        events.add(new Event(Math.max(when, now), numbers++, action, null));
    }

    private void deliverAt(long when, ByteBuf cargo, EmbeddedChannel to) {
        events.add(new Event(when, numbers++, () -> to.writeInbound(cargo), cargo));
    }

    private void tick() {
        nearTicker.tick();
        farTicker.tick();
        at(now + 20_000_000, this::tick);
    }

    void runFor(long nanos) {
        long end = now + nanos;
        settle();
        while (events.peek().at() <= end) {
            Event event = events.poll();
            now = event.at();
            event.action().run();
            settle();
        }
        now = end;
    }

    /** Lets both ends do all they can at this instant, and puts what they wrote on the wire. */
    private void settle() {
        boolean moved = true;
        while (moved) {
            while (offering && link.offer(0, message, 0, MESSAGE_BYTES)) {
                numbers++;
            }
            near.runPendingTasks();
            far.runPendingTasks();
            moved = false;
            for (ByteBuf out; (out = near.readOutbound()) != null; moved = true) {
                forward(out);
            }
            for (ByteBuf out; (out = far.readOutbound()) != null; moved = true) {
                deliverAt(now + oneWayNanos, out, near);
            }
        }
    }

    private void forward(ByteBuf out) {
        // In pieces of a segment's size, so that the far end sees a stream and not whole batches.
        while (out.isReadable()) {
            ByteBuf piece = out.readRetainedSlice(Math.min(out.readableBytes(), 16 * 1024));
            wireFreeAt = Math.max(wireFreeAt, now) + (long) (piece.readableBytes() / bytesPerNano);
            longestQueueNanos = Math.max(longestQueueNanos, wireFreeAt - now);
            deliverAt(wireFreeAt + oneWayNanos, piece, far);
        }
        out.release();
    }

    private void consume() {
        if (consuming || consumerBytesPerNano < 0) {
            return;
        }
        if (consumerBytesPerNano == 0) {
            while (!inbox.isEmpty()) {
                release();
            }
        } else if (!inbox.isEmpty()) {
            consuming = true;
            at(now + (long) (inbox.peek().length() / consumerBytesPerNano), () -> {
                consuming = false;
                release();
                consume();
            });
        }
    }

    private void release() {
        InboundMessage next = inbox.poll();
        consumedBytes += next.length();
        next.release();
    }

    void resume(double rate) {
        consumerBytesPerNano = rate;
        consume();
    }

    /** Bytes per second that the receiver consumed in the next so many nanoseconds. */
    double rateOver(long nanos) {
        long before = consumedBytes;
        runFor(nanos);
        return (consumedBytes - before) * 1e9 / nanos;
    }

    @Override
    public void close() {
        offering = false;
        link.close();
        near.runPendingTasks();
        inbox.forEach(InboundMessage::release);
        near.finishAndReleaseAll();
        far.finishAndReleaseAll();
        events.forEach(event -> {
            if (event.cargo() != null) {
                event.cargo().release();
            }
        });
    }
}
