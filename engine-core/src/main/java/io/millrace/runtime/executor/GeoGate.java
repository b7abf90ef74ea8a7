package io.millrace.runtime.executor;

import io.millrace.runtime.link.GeoLink;
import io.millrace.runtime.link.NetChannel;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.ChannelAckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoBatch;
import io.millrace.transport.geo.GeoConsumer;
import io.millrace.transport.geo.GeoReceiver;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.LatePolicy;
import io.millrace.transport.geo.Lz4Codec;
import io.millrace.transport.geo.model.BatchOracle;
import java.nio.ByteBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * The ends of the channels between sites that begin or end at one executor. Event loops add batches; the executor's thread does
 * all else, in each turn.
 */
public final class GeoGate implements Receiver {

    private static final int CHUNK = 256;

    /** How many ends one process can open one after the other until their epochs repeat. */
    private static final int MOST_LINKS = 1 << 12;

    private static final int EPOCH_BITS = 20;

    /** One worker after the other may run in a process. */
    private static final AtomicInteger LINKS = new AtomicInteger();

    private final MpscUnboundedVarHandleArrayQueue<InboundMessage> messages =
            new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final Executor executor;
    private final Decoding decoding;
    private final GeoSettings settings;
    private final int tasks;
    private final long workerEpoch;
    private final GeoPeers peers;

    /** Made for the first channel, as a worker of a topology in one region needs none. */
    private Lz4Codec codec;

    private final SortedMap<Integer, GeoSender> senders = new TreeMap<>();
    private final SortedMap<Integer, GeoReceiver> receivers = new TreeMap<>();
    private volatile boolean closed;

    /** Whether there was a channel; else a turn does nothing here. */
    private volatile boolean used;

    /**
     * @param tasks how many the topology has
     * @param workerEpoch grows with each start of this worker
     * @param peers the workers of the other ends
     */
    public GeoGate(
            Executor executor,
            TupleDecoder decoder,
            GeoSettings settings,
            int tasks,
            long workerEpoch,
            GeoPeers peers) {
        this.peers = peers;
        this.executor = executor;
        this.decoding = new Decoding(executor, decoder, LinkKind.NET);
        this.settings = settings;
        this.tasks = tasks;
        this.workerEpoch = workerEpoch;
    }

    /** Called on an event loop with a batch of a channel that ends at this executor. */
    public void put(InboundMessage message) {
        messages.offer(message);
        used = true;
        executor.inbound().bell().ring();
        if (closed) {
            releaseAll();
        }
    }

    // The executor's thread

    /**
     * Returns what opens the sending ends of channels to a worker.
     *
     * @param assignmentEpoch of the assignment by which the link is made: tasks that move to another worker begin with a later one
     */
    public GeoLink.Channels over(GeoRoutes routes, long assignmentEpoch) {
        return new GeoLink.Channels() {
            @Override
            public GeoSender open(int channel) {
                used = true;
                GeoSender sender = sender(channel, routes, assignmentEpoch);
                GeoSender before = senders.put(channel, sender);
                if (before != null) {
                    before.close();
                }
                return sender;
            }

            @Override
            public void close(int channel, GeoSender sender) {
                sender.close();
                senders.remove(channel, sender);
            }
        };
    }

    private GeoSender sender(int channel, GeoRoutes routes, long assignmentEpoch) {
        // Later than that of each end that this task had before, in this worker or another one
        long epoch = assignmentEpoch << 32
                | (workerEpoch & (1 << EPOCH_BITS) - 1) * MOST_LINKS
                | LINKS.getAndIncrement() & MOST_LINKS - 1;
        return new GeoSender(
                settings.sender(channel, epoch),
                routes.of(channel),
                settings.compresses() ? codec() : null,
                new BatchOracle(settings.model(), settings.limits()),
                executor::nanoTime);
    }

    private Lz4Codec codec() {
        if (codec == null) {
            codec = new Lz4Codec();
        }
        return codec;
    }

    @Override
    public int receive(int limit) {
        if (!used) {
            return 0;
        }
        int received = 0;
        InboundMessage message;
        while (received < limit && (message = messages.poll()) != null) {
            receiver(message.targetTask()).onBatch(message);
            received++;
        }
        for (GeoReceiver receiver : receivers.values()) {
            received += receiver.doWork() ? 1 : 0;
        }
        for (GeoSender sender : senders.values()) {
            received += sender.doWork() ? 1 : 0;
        }
        return received;
    }

    private GeoReceiver receiver(int channel) {
        return receivers.computeIfAbsent(channel, this::newReceiver);
    }

    private GeoReceiver newReceiver(int channel) {
        int source = SiteChannel.source(channel, tasks);
        return new GeoReceiver(
                new GeoReceiver.Settings(channel, settings.memory(), settings.maxBatchBytes()),
                LatePolicy.ORDERED,
                codec(),
                new Consumer(channel),
                (ack, offset, length) -> {
                    acknowledge(channel, source, ChannelAckMessage.of(channel, ack, offset, length));
                    return true;
                },
                executor::nanoTime);
    }

    /** While batches come by relays, so do acknowledgements too: what has broken the connection out may have broken the one back. */
    private void acknowledge(int channel, int source, byte[] message) {
        boolean relayed = settings.isByRelay(receivers.get(channel).heardRoutes()) && peers.relay(source, message);
        if (!relayed || peers.isConnected(source)) {
            executor.paths().control(source, message);
        }
    }

    /** Takes what the other end of a channel that begins here tells. */
    void onAck(ByteBuffer message, int offset, int length) {
        GeoSender sender = senders.get(ChannelAckMessage.channel(message, offset));
        if (sender != null) {
            sender.onAck(message, offset + ChannelAckMessage.HEAD, length - ChannelAckMessage.HEAD);
        }
    }

    @Override
    public long deadline(long now) {
        if (!used) {
            return Long.MAX_VALUE;
        }
        long due = Long.MAX_VALUE;
        for (GeoReceiver receiver : receivers.values()) {
            due = Math.min(due, receiver.nextDueNanos());
        }
        for (GeoSender sender : senders.values()) {
            due = Math.min(due, sender.nextDueNanos());
        }
        return due;
    }

    /** Returns memory and credit of what was not received. */
    @Override
    public void close() {
        closed = true;
        releaseAll();
        receivers.values().forEach(GeoReceiver::close);
        senders.values().forEach(GeoSender::close);
    }

    /** Event loops may do this at the same time. */
    private void releaseAll() {
        synchronized (messages) {
            InboundMessage message;
            while ((message = messages.poll()) != null) {
                message.release();
            }
        }
    }

    /** Hands the tuples of batches to their task. */
    private final class Consumer implements GeoConsumer {
        private final int channel;
        private final int source;
        private final int target;

        Consumer(int channel) {
            this.channel = channel;
            this.source = SiteChannel.source(channel, tasks);
            this.target = SiteChannel.target(channel, tasks);
        }

        @Override
        public void onBatch(GeoBatch batch) {
            long ahead = settings.isByRelay(1 << batch.route())
                    ? peers.clockOffsetNanos(source)
                    : batch.senderClockOffsetNanos();
            DataTuple last = null;
            while (batch.next()) {
                if (last != null) {
                    executor.arrivals().deliver(last);
                }
                last = decoding.tuple(
                        target,
                        batch.buffer(),
                        batch.offset(),
                        batch.length(),
                        ahead == InboundMessage.UNKNOWN_CLOCK ? DataTuple.UNKNOWN_TIME : ahead,
                        DataTuple.UNKNOWN_TIME);
            }
            Task task = executor.task(target);
            // While the task is paused, its sources get credit back only as its inbox shrinks
            if (last != null && task != null && task.sign().isPaused() && !NetChannel.isInsideCycle(channel)) {
                last.hold(batch::release);
            } else {
                batch.release();
            }
            if (last != null) {
                executor.arrivals().deliver(last);
            }
        }

        /** Nothing is late where all keep their order. */
        @Override
        public void onLate(GeoBatch batch) {
            batch.release();
        }
    }
}
