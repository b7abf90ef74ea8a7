// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Copies batches, unread, to several receivers of one site, for a sender elsewhere that merges their acknowledgements
 * by an {@link AckMerge}. It holds only batches for which a receiver has no room; the sender gets their credit back
 * only when all receivers have taken them. So it holds at most a window for each stream, and the slowest receiver holds
 * the sender back. The sender sends lost batches again. Any thread removes receivers; one event loop calls the rest.
 */
public final class GeoFanOut implements AutoCloseable {

    private record NextHop(int number, Peer next) {

        RelayQueue held() {
            return new RelayQueue(this::offer);
        }

        /**
         * Offers a message to one receiver. A message without room on a broken connection is lost: other receivers must
         * not wait for it.
         */
        private boolean offer(InboundMessage message) {
            return next.offer(number, message.buffer(), message.offset(), message.length()) || !next.connected();
        }
    }

    private final Map<NextHop, RelayQueue> queues = new ConcurrentHashMap<>();
    private volatile long copied;

    /**
     * Takes a batch, and owns it.
     *
     * @param number the number by which the receivers know the stream
     * @param others the receivers to which a copy goes, each made with {@link #onRoom} as its listener
     * @param own the receivers in this process, called on any thread: each owns the batch
     */
    public void take(
            InboundMessage message, int number, List<Peer> others, List<? extends Consumer<InboundMessage>> own) {
        if (others.isEmpty() && own.isEmpty()) {
            message.release();
            return;
        }
        InboundMessage shared = new SharedMessage(message, number, others.size() + own.size());
        for (Peer other : others) {
            queues.computeIfAbsent(new NextHop(number, other), NextHop::held).take(shared);
        }
        own.forEach(one -> one.accept(shared));
        copied++;
    }

    /**
     * Hands a batch to several receivers of this process, and owns it.
     *
     * @param number the number by which the receivers know the stream
     * @param own the receivers, called on any thread: each owns the batch
     */
    public static void share(InboundMessage message, int number, List<? extends Consumer<InboundMessage>> own) {
        if (own.isEmpty()) {
            message.release();
        } else {
            InboundMessage shared = new SharedMessage(message, number, own.size());
            own.forEach(one -> one.accept(shared));
        }
    }

    /** Sends held batches on, as a connection has room again. */
    public void onRoom() {
        queues.values().forEach(RelayQueue::pump);
    }

    /** Stops copying to this worker, and drops the batches that are held for it. */
    public void removeAll(Peer gone) {
        queues.forEach((hop, queue) -> {
            if (hop.next() == gone && queues.remove(hop, queue)) {
                queue.remove();
            }
        });
    }

    /** The number of batches that were copied. */
    public long copied() {
        return copied;
    }

    /** The number of batches that are held now, each counted once for each receiver that it waits for. */
    public int held() {
        return queues.values().stream().mapToInt(RelayQueue::size).sum();
    }

    /** Drops the batches that are held. */
    @Override
    public void close() {
        queues.forEach((hop, queue) -> {
            if (queues.remove(hop, queue)) {
                queue.remove();
            }
        });
    }
}
