package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Copies batches, unread, to several receivers of one site, for a sender elsewhere that merges their acknowledgements by an
 * {@link AckMerge}. It keeps nothing but what a receiver has no room for, whose credit the sender gets back only when all have taken
 * it: so it holds at most a window for each stream, and the slowest receiver holds the sender back. What it loses the sender sends
 * again. Any thread removes receivers; one event loop calls the rest.
 */
public final class GeoFanOut implements AutoCloseable {

    private record Way(int number, Peer next) {

        HeldMessages held() {
            return new HeldMessages(this::offer);
        }

        /** What finds no room on a broken connection is lost: others must not wait for it. */
        private boolean offer(InboundMessage message) {
            return next.offer(number, message.buffer(), message.offset(), message.length()) || !next.connected();
        }
    }

    private final Map<Way, HeldMessages> queues = new ConcurrentHashMap<>();
    private volatile long copied;

    /**
     * Takes a batch, and owns it.
     *
     * @param number by which the receivers know the stream
     * @param others to which a copy goes, each made with {@link #onRoom} as its listener
     * @param own what takes the batch in this process, on any thread: each owns it
     */
    public void take(
            InboundMessage message, int number, List<Peer> others, List<? extends Consumer<InboundMessage>> own) {
        if (others.isEmpty() && own.isEmpty()) {
            message.release();
            return;
        }
        InboundMessage shared = new SharedMessage(message, number, others.size() + own.size());
        for (Peer other : others) {
            queues.computeIfAbsent(new Way(number, other), Way::held).take(shared);
        }
        own.forEach(one -> one.accept(shared));
        copied++;
    }

    /**
     * Hands a batch to several receivers of this process, and owns it.
     *
     * @param number by which they know the stream
     * @param own what takes it, on any thread: each owns it
     */
    public static void share(InboundMessage message, int number, List<? extends Consumer<InboundMessage>> own) {
        if (own.isEmpty()) {
            message.release();
        } else {
            InboundMessage shared = new SharedMessage(message, number, own.size());
            own.forEach(one -> one.accept(shared));
        }
    }

    /** A connection has room again. */
    public void onRoom() {
        queues.values().forEach(HeldMessages::pump);
    }

    /** Nothing goes to this worker any more: what is held for it is dropped. */
    public void removeAll(Peer gone) {
        queues.forEach((way, queue) -> {
            if (way.next() == gone && queues.remove(way, queue)) {
                queue.remove();
            }
        });
    }

    /** The batches that were copied. */
    public long copied() {
        return copied;
    }

    /** The batches that are held now, each as often as there are receivers that it waits for. */
    public int held() {
        return queues.values().stream().mapToInt(HeldMessages::size).sum();
    }

    /** Drops what is held. */
    @Override
    public void close() {
        queues.forEach((way, queue) -> {
            if (queues.remove(way, queue)) {
                queue.remove();
            }
        });
    }
}
